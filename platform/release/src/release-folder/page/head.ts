import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  fillTemplate,
  type HeadDeclaration,
  nameInVariant,
  namesIn,
  PAGE_JSON_LD,
  type PublishedRemote,
  pathInLanguage,
  pathWithoutLanguage,
  publishedRoutesSchema,
  type Registry,
  SOURCE_LANGUAGE,
  segmentsOf,
  VARIANT_URL,
} from '@patchwork/host';
import * as v from 'valibot';
import { folderOfVersion } from '../layout.ts';

/** White space, control characters and bidirectional control characters. */
const unwanted = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Reduces a text from the API to one line of at most `length` characters. A shortened text ends with '…'. */
export function cleanText(text: string, length: number): string {
  // Shortened first as well: replacing and splitting megabytes of text would take too long.
  const cleaned = text
    .slice(0, 4 * length)
    .replaceAll(unwanted, ' ')
    .trim();
  const characters = [...cleaned];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : cleaned;
}

/**
 * Fills the parameters of a path or call: '/productlist/:productId' becomes '/productlist/linen-shirt', and '/lab/*'
 * without a value becomes '/lab'.
 */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path
    .replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''))
    .replace(/\/\*$/, () =>
      segmentsOf(values['*'] ?? '')
        .map((segment) => `/${encodeURIComponent(segment)}`)
        .join(''),
    );

export interface DeclaredHead {
  readonly path: string;
  /** Declared metadata; undefined if there is none. */
  readonly head: HeadDeclaration | undefined;
  /** Whether search engines may index the page. */
  readonly isIndexed: boolean;
  /** Query parameters that change the page's content. */
  readonly query: readonly string[];
  /** Language of the document. */
  readonly language: string;
  /** Languages of the page's texts, English first. */
  readonly languages: readonly string[];
}

const schema = v.pipe(v.string(), v.parseJson(), publishedRoutesSchema);

/** Reads the routes in a version's remote.json, by path; none for a version on another server or a damaged file. */
function routesIn(release: string, { id, version, entry }: PublishedRemote) {
  const file = path.join(folderOfVersion(release, id, version), 'remote.json');
  if (!entry.startsWith('/') || !existsSync(file)) return new Map<string, never>();
  const parsed = v.safeParse(schema, readFileSync(file, 'utf8'));
  const routes = parsed.success ? parsed.output.routes : [];
  return new Map(routes.map((route) => [route.path, route]));
}

/** Returns the heads of the stable versions' pages. `language` is that of the documents for which the registry is. */
export const declaredHeads = (
  release: string,
  { remotes }: Pick<Registry, 'remotes'>,
  language = SOURCE_LANGUAGE,
): DeclaredHead[] =>
  remotes.flatMap(({ stable }) => {
    const declared = routesIn(release, stable);
    const languages = [SOURCE_LANGUAGE, ...(stable.languages ?? [])];
    return stable.routes.map(({ path: pagePath, access }) => {
      const own = pathWithoutLanguage(pagePath, language);
      const { head, query = [] } = declared.get(own) ?? {};
      const isIndexed = access !== 'login' && head?.index !== false;
      const translated = head && { ...head, ...head.languages?.[language] };
      return { path: pagePath, head: translated, isIndexed, query, language, languages };
    });
  });

/** Maximum length of a title in characters. Search engines and chat apps show no more. */
const TITLE_LENGTH = 200;
/** Maximum length of a description in characters. */
const DESCRIPTION_LENGTH = 300;

/** Head of one page. Undefined fields are left out. */
export interface PageHead {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly type: HeadDeclaration['type'];
  /**
   * Absolute address of the page, or of the one that stands for it and its variants; undefined if the shop's origin or
   * the page's path is unknown.
   */
  readonly url: string | undefined;
  /** Absolute address of the image; undefined if there is none, or if it can't be made absolute. */
  readonly image: string | undefined;
  readonly isIndexed: boolean;
  readonly jsonLd: unknown;
  /** The structured data of the page itself, if `jsonLd` describes its variants too. */
  readonly ownJsonLd: unknown;
  readonly variants: readonly Variant[];
  /** Absolute addresses of the page by language; none if it has one language. */
  readonly alternates: readonly (readonly [language: string, url: string])[];
}

/** Another page of the same thing. */
interface Variant {
  /** Absolute address, or a path if the shop's origin is unknown. */
  readonly url: string;
  /** What tells it from the others: 'M, Indigo'. '' if nothing is known. */
  readonly label: string;
}

/** Values of the API's response, by name: 'product.title'. */
export type HeadValues = Readonly<Record<string, string | boolean>>;

export interface Filling {
  /** Public URL of the shop: 'https://shop.example'. */
  readonly origin: string | undefined;
  /** The page's path; undefined if it isn't known. */
  readonly path: string | undefined;
  /** Values for the placeholders; undefined without an API response. */
  readonly values: HeadValues | undefined;
}

/**
 * Makes an address absolute; undefined for an address with a scheme other than http(s), or for a path if the origin is
 * unknown.
 */
function absolute(address: string | undefined, origin: string | undefined): string | undefined {
  if (address === undefined || /^https?:\/\//.test(address)) return address;
  return origin && /^\/(?!\/)/.test(address) ? origin + address : undefined;
}

type ValueFor = (name: string) => string | boolean | undefined;

interface JsonFilling {
  /** Addresses of the variants. */
  readonly variants?: readonly string[];
  /** The page's own structured data. */
  readonly own?: unknown;
}

/** Whether a JSON value has placeholders, and the value of none of them is known. */
function isUnknown(value: unknown, valueFor: ValueFor): boolean {
  const names = namesIn(JSON.stringify(value)).filter((name) => name !== PAGE_JSON_LD);
  return names.length > 0 && names.every((name) => valueFor(name) === undefined);
}

/**
 * Fills the texts of a JSON value. A text that can't be filled becomes undefined and is left out, as is a nested object
 * of which no placeholder can be filled: a return policy without any of its values says nothing. An entry of an array
 * with {variant.url} is repeated for each of the addresses.
 */
function fillJson(value: unknown, valueFor: ValueFor, filling: JsonFilling = {}): unknown {
  const { variants = [], own } = filling;
  if (typeof value === 'string')
    return value === `{${PAGE_JSON_LD}}` ? own : fillTemplate(value, valueFor);
  if (Array.isArray(value)) {
    return value
      .flatMap((entry) =>
        JSON.stringify(entry).includes(`{${VARIANT_URL}}`)
          ? variants.map((url) =>
              fillJson(entry, (name) => (name === VARIANT_URL ? url : valueFor(name))),
            )
          : [fillJson(entry, valueFor, filling)],
      )
      .filter((entry) => entry !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      Array.isArray(entry) || !isUnknown(entry, valueFor)
        ? fillJson(entry, valueFor, filling)
        : undefined,
    ]),
  );
}

/** Returns a path with the values of these names as parameters; undefined if one of them is missing. */
function pathWith(
  path: string,
  names: Readonly<Record<string, string>>,
  valueFor: ValueFor,
): string | undefined {
  const values = Object.entries(names).map(([parameter, name]) => [parameter, valueFor(name)]);
  return values.every(([, value]) => typeof value === 'string' && value !== '')
    ? fillPath(path, Object.fromEntries(values))
    : undefined;
}

/** Returns the variants in the response: the path of each, and its label. */
function variantsIn({ path, head }: DeclaredHead, valueFor: ValueFor) {
  const found: { readonly path: string; readonly label: string }[] = [];
  if (!head?.variants) return found;
  const { list, parameters, label = [] } = head.variants;
  for (;;) {
    const index = found.length;
    const entries = Object.entries(parameters).map(([parameter, field]) => [
      parameter,
      `${list}.${index}.${field}`,
    ]);
    const next = pathWith(path, Object.fromEntries(entries), valueFor);
    if (next === undefined) return found;
    const words = label.flatMap(
      (text) => fillTemplate(text, (name) => valueFor(nameInVariant(list, index, name))) ?? [],
    );
    found.push({ path: next, label: cleanText(words.join(', '), TITLE_LENGTH) });
  }
}

/** Fills a declared head with the data of the page. A text whose placeholders can't all be filled is undefined. */
export function fillHead(declared: DeclaredHead, { origin, path, values }: Filling): PageHead {
  const { head, isIndexed } = declared;
  const valueFor: ValueFor = (name) =>
    values && Object.hasOwn(values, name) ? values[name] : undefined;
  const fill = (text: string | undefined) => text && fillTemplate(text, valueFor);
  const cut = (text: string | undefined, length: number) => text && cleanText(text, length);
  const { language, languages } = declared;
  const addressIn = (own: string | undefined, wanted: string) =>
    own && absolute(pathInLanguage(pathWithoutLanguage(own, language), wanted), origin);
  // A page with English texts has its English address, in whichever document it is.
  const ownLanguage = languages.includes(language) ? language : SOURCE_LANGUAGE;
  const url = addressIn(path, ownLanguage);
  const found = variantsIn(declared, valueFor);
  const canonical =
    head?.variants?.canonical && pathWith(declared.path, head.variants.canonical, valueFor);
  const image = absolute(fill(head?.image), origin);
  const ofPage: Readonly<Record<string, string | undefined>> = {
    'page.url': url,
    'page.image': image,
  };
  const anyValueFor: ValueFor = (name) => ofPage[name] ?? valueFor(name);
  const isFilled = values !== undefined || !head?.data;
  const own = isFilled ? fillJson(head?.jsonLd, anyValueFor) : undefined;
  const variants = found.flatMap((variant) => absolute(variant.path, origin) ?? []);
  const ofAll = isFilled && variants.length > 0 ? head?.variants?.jsonLd : undefined;
  const alternates = languages.flatMap((each) => {
    const alternate = url && isIndexed ? addressIn(canonical ?? path, each) : undefined;
    return alternate === undefined ? [] : [[each, alternate] as const];
  });
  return {
    title: cut(fill(head?.title), TITLE_LENGTH),
    description: cut(fill(head?.description), DESCRIPTION_LENGTH),
    type: head?.type ?? 'website',
    url: url && (addressIn(canonical, ownLanguage) ?? url),
    ...{ image, isIndexed, alternates: alternates.length > 1 ? alternates : [] },
    jsonLd: ofAll ? fillJson(ofAll, anyValueFor, { variants, own }) : own,
    ownJsonLd: own,
    variants: found.map((variant) => ({
      url: absolute(variant.path, origin) ?? variant.path,
      label: variant.label,
    })),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for HTML and XML, as content and in double-quoted attributes. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const titleOf = /<title>([^<]*)<\/title>/;
const descriptionOf = /<meta name="description" content="([^"]*)"[^>]*>/;

/** Returns the shop's name and its description in a template, escaped as they are there. */
function shopIn(template: string): { readonly shop: string; readonly description: string } {
  const [, shop = ''] = titleOf.exec(template) ?? [];
  const [, description = ''] = descriptionOf.exec(template) ?? [];
  return { shop, description };
}

const unescapeText = (text: string): string =>
  Object.entries(entities).reduceRight((done, [to, from]) => done.replaceAll(from, to), text);

/** Returns the shop's name and its description in a template, as plain texts. */
export function shopOf(template: string): { readonly shop: string; readonly description: string } {
  const { shop, description } = shopIn(template);
  return { shop: unescapeText(shop), description: unescapeText(description) };
}

const meta = (attribute: 'name' | 'property', name: string, content: string | undefined) =>
  content ? `<meta ${attribute}="${name}" content="${content}" />` : '';

function jsonLdOf({ jsonLd }: PageHead): string {
  if (jsonLd === undefined) return '';
  const text = JSON.stringify({ '@context': 'https://schema.org', ...Object(jsonLd) });
  // Escaping "<" prevents content from ending the script element.
  return `<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`;
}

/** A product's picture may be shown large: search engines show a small one unless a page allows more. */
function robotsOf({ isIndexed, type }: PageHead): string | undefined {
  if (!isIndexed) return 'noindex';
  return type === 'product' ? 'max-image-preview:large' : undefined;
}

/** Returns links to the page in each language, and to the one for everyone else. */
const alternatesOf = ({ alternates }: PageHead): string[] =>
  [...alternates, ...alternates.slice(0, 1).map(([, url]) => ['x-default', url] as const)].map(
    ([language, url]) =>
      `<link rel="alternate" hreflang="${language}" href="${escapeText(url)}" />`,
  );

/**
 * Writes a page's head into the shell's template. The template's title is the shop's name; pages without a description
 * get that of the template.
 */
export function writeHead(template: string, head: PageHead): string {
  const { shop, description: general } = shopIn(template);
  const title = head.title ? `${escapeText(head.title)} · ${shop}` : shop;
  const description = head.description ? escapeText(head.description) : general;
  const url = head.url && escapeText(head.url);
  const tags = [
    `<title>${title}</title>`,
    meta('name', 'description', description),
    meta('name', 'robots', robotsOf(head)),
    url ? `<link rel="canonical" href="${url}" />` : '',
    meta('property', 'og:site_name', shop),
    meta('property', 'og:title', head.title ? escapeText(head.title) : shop),
    meta('property', 'og:description', description),
    meta('property', 'og:type', head.type),
    meta('property', 'og:url', url),
    meta('property', 'og:image', head.image && escapeText(head.image)),
    ...alternatesOf(head),
    jsonLdOf(head),
  ];
  return template.replace(descriptionOf, '').replace(titleOf, () => tags.join(''));
}

/** Returns the text of robots.txt: it allows all crawlers, and names the sitemap if the shop's origin is known. */
export const robotsText = (origin: string | undefined): string =>
  `User-agent: *\nDisallow:${origin ? `\n\nSitemap: ${origin}/sitemap.xml` : ''}`;

/** Returns the paths without parameters that search engines may index. */
export const literalPaths = (heads: readonly DeclaredHead[]): string[] => [
  ...new Set(
    heads
      .filter(({ path, isIndexed }) => isIndexed && !path.includes(':'))
      .map(({ path }) => fillPath(path, {})),
  ),
];
