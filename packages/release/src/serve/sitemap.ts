import type { HeadDeclaration } from '@patchwork/federation';
import * as v from 'valibot';
import { messageOf } from '../errors.ts';
import {
  type DeclaredHead,
  fillPath,
  literalPaths,
  sitemapIndexXml,
  sitemapXml,
} from '../page/head.ts';
import type { ApiReader } from './api-answers.ts';

/** Maximum number of requests for one list, in case the API never ends the list. */
const MAX_PAGES = 10_000;

const listSchema = v.array(v.record(v.string(), v.unknown()));

type SitemapDeclaration = NonNullable<HeadDeclaration['sitemap']>;

function addressOf(
  path: string,
  { parameters }: SitemapDeclaration,
  entry: Readonly<Record<string, unknown>>,
): string[] {
  const values = Object.entries(parameters).map(([name, field]) => [name, entry[field]]);
  const isComplete = values.every(([, value]) => typeof value === 'string' && value !== '');
  return isComplete ? [fillPath(path, Object.fromEntries(values))] : [];
}

function withCursor(call: string, name: string, value: string): string {
  const separator = call.includes('?') ? '&' : '?';
  return `${call}${separator}${name}=${encodeURIComponent(value)}`;
}

/**
 * Lists the addresses of a path with parameters: one for each entry of the API's list that has values for all
 * parameters. Throws an Error if the list is unreadable.
 */
export async function listAddresses(
  api: ApiReader,
  path: string,
  declared: SitemapDeclaration,
): Promise<string[]> {
  const { data, list, cursor } = declared;
  const addresses: string[] = [];
  let next: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const call = cursor && typeof next === 'string' ? withCursor(data, cursor, next) : data;
    const response = await api(call);
    if (!response.ok) throw new Error(`${call}: status ${response.status}`);
    const document: unknown = await response.json();
    const entries = v.parse(listSchema, Reflect.get(Object(document), list));
    for (const entry of entries) addresses.push(...addressOf(path, declared, entry));
    next = Reflect.get(Object(document), 'next');
    if (!cursor || typeof next !== 'string' || next === '') return addresses;
  }
  throw new Error(`${data}: the list has no end`);
}

/** Maximum number of addresses in a sitemap. */
const MAX_ADDRESSES = 50_000;
/** Milliseconds for which the API's lists are used. */
const FRESH_MS = 600_000;
/** Milliseconds before a failed request is repeated. */
const FAILED_MS = 10_000;

/** Resolves to the XML of a sitemap, or of the index of several; undefined if the path names neither. */
export type Sitemap = (pathname: string, origin: string) => Promise<Iterable<string> | undefined>;

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

/** Creates the sitemap of a shop from the paths without parameters and the API's lists. */
export function createSitemap({ heads, api, report }: SitemapOptions): Sitemap {
  const literal = literalPaths(heads);
  let listed: readonly string[] = [];
  let nextAt = 0;
  let reading: Promise<void> | undefined;

  async function read(from: ApiReader): Promise<void> {
    try {
      let found: readonly string[] = [];
      for (const { path, head, isIndexed } of heads) {
        if (!head?.sitemap || !isIndexed) continue;
        found = [...found, ...(await listAddresses(from, path, head.sitemap))];
      }
      listed = found;
      nextAt = Date.now() + FRESH_MS;
    } catch (error) {
      nextAt = Date.now() + FAILED_MS;
      report(`sitemap.xml: ${messageOf(error)}`);
    }
    reading = undefined;
  }

  /** Returns all paths. Waits for the first list; a later one is loaded while the previous one is used. */
  async function paths(): Promise<readonly string[]> {
    if (api && !reading && Date.now() >= nextAt) reading = read(api);
    if (listed.length === 0) await reading;
    return [...literal, ...listed];
  }

  return async (pathname, origin) => {
    const number = sitemapNumber(pathname);
    if (number === undefined) return undefined;
    const all = await paths();
    const count = Math.ceil(all.length / MAX_ADDRESSES);
    const addressed = (list: readonly string[]) => list.map((path) => origin + path);
    if (number === 0 && count > 1) {
      const parts = Array.from({ length: count }, (_, index) => `/sitemap-${index + 1}.xml`);
      return sitemapIndexXml(addressed(parts));
    }
    if (number > count || (number > 0 && count === 1)) return undefined;
    const start = Math.max(0, number - 1) * MAX_ADDRESSES;
    return sitemapXml(addressed(all.slice(start, start + MAX_ADDRESSES)));
  };
}
