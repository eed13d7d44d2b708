import type { HeadDeclaration } from '@patchwork/federation';
import * as v from 'valibot';
import { fillPath } from '../head/fill-path.ts';
import type { ApiReader } from './api-reader.ts';

/** More pages of a list than that are a mistake of the API. */
const MAX_PAGES = 10_000;

const listSchema = v.array(v.record(v.string(), v.unknown()));

type SitemapDeclaration = NonNullable<HeadDeclaration['sitemap']>;

/** The address of one entry; nothing where the entry lacks a parameter. */
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

/** The addresses that a path with parameters has, by the list of the API. Throws when it can't be read. */
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
