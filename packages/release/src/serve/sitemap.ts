import { literalPaths, sitemapIndexXml, sitemapXml } from '../head/crawler-texts.ts';
import type { DeclaredHead } from '../head/declared-heads.ts';
import { messageOf } from '../release-error.ts';
import type { ApiReader } from './api-reader.ts';
import { listAddresses } from './list-addresses.ts';

/** A sitemap may hold no more. */
const MAX_ADDRESSES = 50_000;
/** How long the list of the API is used, and how long it is not asked again after it failed. */
const FRESH_MS = 600_000;
const FAILED_MS = 10_000;

/** Returns the XML of a sitemap in pieces; undefined where a path names none. */
export type Sitemap = (pathname: string, origin: string) => Promise<Iterable<string> | undefined>;

interface SitemapOptions {
  readonly heads: readonly DeclaredHead[];
  readonly api: ApiReader | undefined;
  readonly report: (message: string) => void;
  readonly now?: () => number;
}

/** '/sitemap.xml' is 0, '/sitemap-2.xml' is 2. */
export function sitemapNumber(pathname: string): number | undefined {
  const [, number] = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(pathname) ?? [pathname, 'none'];
  return number === 'none' ? undefined : Number(number ?? 0);
}

/** The sitemap of a shop: the paths without parameters, and what the API lists. */
export function createSitemap({ heads, api, report, now = Date.now }: SitemapOptions): Sitemap {
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
      nextAt = now() + FRESH_MS;
    } catch (error) {
      nextAt = now() + FAILED_MS;
      report(`sitemap.xml: ${messageOf(error)}`);
    }
    reading = undefined;
  }

  /** Waits for the first list; later ones are read while the one before is used. */
  async function paths(): Promise<readonly string[]> {
    if (api && !reading && now() >= nextAt) reading = read(api);
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
