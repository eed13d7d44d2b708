import type { DeclaredHead } from './declared-heads.ts';
import { escapeText } from './write-head.ts';

/** Lets every crawler in, and names the sitemap where the shop's address is known. */
export const robotsText = (origin: string | undefined): string =>
  `User-agent: *\nDisallow:${origin ? `\n\nSitemap: ${origin}/sitemap.xml` : ''}`;

/** The paths without parameters that search engines may list. */
export const literalPaths = (heads: readonly DeclaredHead[]): string[] =>
  heads.filter(({ path, isIndexed }) => isIndexed && !path.includes(':')).map(({ path }) => path);

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** In pieces of a thousand, so that 50,000 addresses need not be in memory as one text. */
function* xmlOf(
  [list, entry]: readonly [list: string, entry: string],
  addresses: readonly string[],
): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${list} ${namespace}>\n`;
  for (let start = 0; start < addresses.length; start += 1000) {
    yield addresses
      .slice(start, start + 1000)
      .map((address) => `<${entry}><loc>${escapeText(address)}</loc></${entry}>\n`)
      .join('');
  }
  yield `</${list}>\n`;
}

/** A sitemap of these addresses: 50,000 at most. */
export const sitemapXml = (addresses: readonly string[]): Generator<string> =>
  xmlOf(['urlset', 'url'], addresses);

/** A list of sitemaps. */
export const sitemapIndexXml = (addresses: readonly string[]): Generator<string> =>
  xmlOf(['sitemapindex', 'sitemap'], addresses);
