import { escapeText } from './head.ts';

const entryOf = { urlset: 'url', sitemapindex: 'sitemap' } as const;

/** Root element of a sitemap, or of an index that lists sitemaps. */
type Root = keyof typeof entryOf;

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

export const startTag = (root: Root): string =>
  `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;

export const endTag = (root: Root): string => `</${root}>\n`;

export function entriesXml(root: Root, addresses: readonly string[]): string {
  const entry = entryOf[root];
  return addresses
    .map((address) => `<${entry}><loc>${escapeText(address)}</loc></${entry}>\n`)
    .join('');
}

/** Returns the XML of a sitemap with these addresses, of which there may be 50,000 at most. */
export const sitemapXml = (addresses: readonly string[]): string =>
  xmlDeclaration + startTag('urlset') + entriesXml('urlset', addresses) + endTag('urlset');
