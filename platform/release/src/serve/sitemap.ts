import type { HeadDeclaration } from '@patchwork/host';
import * as v from 'valibot';
import { messageOf } from '../errors.ts';
import { type DeclaredHead, fillPath, literalPaths } from '../release-folder/page/head.ts';
import {
  endTag,
  entriesXml,
  startTag,
  xmlDeclaration,
} from '../release-folder/page/sitemap-xml.ts';
import type { ApiReader } from '../render/api-answers.ts';
import { BLOCK_LENGTH, createGrowingList, type GrowingList } from './growing-list.ts';

/** Maximum number of requests for one list, in case the API never ends the list. */
const MAX_PAGES = 10_000;

const listSchema = v.array(v.record(v.string(), v.unknown()));

type SitemapDeclaration = NonNullable<HeadDeclaration['sitemap']>;

function addressOf(
  path: string,
  { parameters, canonical }: SitemapDeclaration,
  entry: Readonly<Record<string, unknown>>,
): string[] {
  for (const fields of canonical ? [canonical, parameters] : [parameters]) {
    const values = Object.entries(fields).map(([name, field]) => [name, entry[field]]);
    const isComplete = values.every(([, value]) => typeof value === 'string' && value !== '');
    if (isComplete) return [fillPath(path, Object.fromEntries(values))];
  }
  return [];
}

function withCursor(call: string, name: string, value: string): string {
  const separator = call.includes('?') ? '&' : '?';
  return `${call}${separator}${name}=${encodeURIComponent(value)}`;
}

/**
 * Lists the addresses of a path with parameters, an answer of the API at a time: one for each entry of its list that has
 * values for all parameters. Throws an Error if the list is unreadable.
 */
export async function* listAddresses(
  api: ApiReader,
  path: string,
  declared: SitemapDeclaration,
): AsyncGenerator<string[], undefined> {
  const { data, list, cursor } = declared;
  let next: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const call = cursor && typeof next === 'string' ? withCursor(data, cursor, next) : data;
    const response = await api(call);
    if (!response.ok) throw new Error(`${call}: status ${response.status}`);
    const document: unknown = await response.json();
    const entries = v.parse(listSchema, Reflect.get(Object(document), list));
    yield entries.flatMap((entry) => addressOf(path, declared, entry));
    next = Reflect.get(Object(document), 'next');
    if (!cursor || typeof next !== 'string' || next === '') return undefined;
  }
  throw new Error(`${data}: the list has no end`);
}

/** Maximum number of addresses in a sitemap, as the protocol prescribes, in blocks. */
const MAX_BLOCKS = 50_000 / BLOCK_LENGTH;
/** Milliseconds for which the API's lists are used. */
const FRESH_MS = 600_000;
/** Milliseconds before a failed request is repeated. */
const FAILED_MS = 10_000;

/**
 * Returns the XML of a sitemap, or of the index of several; undefined if the path names neither. The XML begins at once:
 * its end waits for the API's first list.
 */
export type Sitemap = (pathname: string, origin: string) => AsyncIterable<string> | undefined;

interface SitemapOptions {
  readonly heads: readonly DeclaredHead[];
  readonly api: ApiReader | undefined;
  readonly report: (message: string) => void;
}

/** Returns a sitemap's number: 0 for '/sitemap.xml', 2 for '/sitemap-2.xml'; undefined for any other path. */
export function sitemapNumber(pathname: string): number | undefined {
  const [, number] = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(pathname) ?? [pathname, 'none'];
  return number === 'none' ? undefined : Number(number ?? 0);
}

const addressed = (origin: string, paths: readonly string[]): string[] =>
  paths.map((path) => origin + path);

async function* partXml(list: GrowingList, part: number, origin: string): AsyncGenerator<string> {
  yield startTag('urlset');
  for (let index = (part - 1) * MAX_BLOCKS; index < part * MAX_BLOCKS; index += 1) {
    const paths = await list.block(index);
    if (!paths) break;
    yield entriesXml('urlset', addressed(origin, paths));
  }
  yield endTag('urlset');
}

async function* indexXml(list: GrowingList, origin: string): AsyncGenerator<string> {
  yield startTag('sitemapindex');
  for (let part = 1; await list.block((part - 1) * MAX_BLOCKS); part += 1)
    yield entriesXml('sitemapindex', addressed(origin, [`/sitemap-${part}.xml`]));
  yield endTag('sitemapindex');
}

/** Creates the sitemap of a shop from the paths without parameters and the API's lists. */
export function createSitemap({ heads, api, report }: SitemapOptions): Sitemap {
  function createList(): GrowingList {
    const list = createGrowingList();
    list.add(literalPaths(heads));
    return list;
  }

  /** List of the pages without data, which is sent if the API fails. */
  const literal = createList();
  literal.end();
  /** Last list that was read to its end. */
  let complete = api ? undefined : literal;
  let reading: GrowingList | undefined;
  let nextAt = 0;

  async function read(list: GrowingList, from: ApiReader): Promise<void> {
    try {
      for (const { path, head, isIndexed } of heads) {
        if (!head?.sitemap || !isIndexed) continue;
        for await (const addresses of listAddresses(from, path, head.sitemap)) list.add(addresses);
      }
      list.end();
      complete = list;
      nextAt = Date.now() + FRESH_MS;
    } catch (error) {
      list.end(error);
      nextAt = Date.now() + FAILED_MS;
      report(`sitemap.xml: ${messageOf(error)}`);
    }
    reading = undefined;
  }

  /** Returns all paths: as they arrive at first; later the last list, while a new one is read. */
  function paths(): GrowingList {
    if (api && !reading && Date.now() >= nextAt) {
      reading = createList();
      void read(reading, api);
    }
    return complete ?? reading ?? literal;
  }

  async function* xml(list: GrowingList, part: number, origin: string): AsyncGenerator<string> {
    yield xmlDeclaration;
    if (part > 0) return yield* partXml(list, part, origin);
    // The root element depends on whether there is more than one part.
    const isSplit = await list.block(MAX_BLOCKS).catch(() => undefined);
    if (isSplit) yield* indexXml(list, origin);
    else yield* partXml(list.isComplete() ? list : literal, 1, origin);
  }

  return (pathname, origin) => {
    const part = sitemapNumber(pathname);
    if (part === undefined) return undefined;
    const list = paths();
    const isMissing =
      part > 0 && (list.blocks() <= MAX_BLOCKS || list.blocks() <= (part - 1) * MAX_BLOCKS);
    return isMissing && list.isComplete() ? undefined : xml(list, part, origin);
  };
}
