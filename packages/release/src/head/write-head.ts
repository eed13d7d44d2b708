import type { PageHead } from './fill-head.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for HTML and XML, between tags and in double quotes. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const titleOf = /<title>([^<]*)<\/title>/;
const descriptionOf = /<meta name="description" content="([^"]*)"[^>]*>/;

const meta = (attribute: 'name' | 'property', name: string, content: string | undefined) =>
  content ? `<meta ${attribute}="${name}" content="${content}" />` : '';

function jsonLdOf({ jsonLd }: PageHead): string {
  if (jsonLd === undefined) return '';
  const text = JSON.stringify({ '@context': 'https://schema.org', ...Object(jsonLd) });
  // Without a "<" no content can end the script element.
  return `<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`;
}

/**
 * The shell's template with the head of one page. The template's own title is the shop's name, and
 * its description stands in for that of a page without one.
 */
export function writeHead(template: string, head: PageHead): string {
  const [, shop = ''] = titleOf.exec(template) ?? [];
  const [, general = ''] = descriptionOf.exec(template) ?? [];
  const title = head.title ? `${escapeText(head.title)} · ${shop}` : shop;
  const description = head.description ? escapeText(head.description) : general;
  const url = head.url && escapeText(head.url);
  const tags = [
    `<title>${title}</title>`,
    meta('name', 'description', description),
    head.isIndexed ? '' : meta('name', 'robots', 'noindex'),
    url ? `<link rel="canonical" href="${url}" />` : '',
    meta('property', 'og:site_name', shop),
    meta('property', 'og:title', head.title ? escapeText(head.title) : shop),
    meta('property', 'og:description', description),
    meta('property', 'og:type', head.type),
    meta('property', 'og:url', url),
    meta('property', 'og:image', head.image && escapeText(head.image)),
    jsonLdOf(head),
  ];
  return template.replace(descriptionOf, '').replace(titleOf, () => tags.join(''));
}
