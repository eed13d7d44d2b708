import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ConfigFields,
  configFields,
  configOfPage,
  trustedSources,
} from '@patchwork/build/policy';
import {
  type FragmentHole,
  fragmentKey,
  isForDevelopers,
  isOpen,
  langAttribute,
  linksOf,
  type PrerenderedPages,
  type PublishedRemote,
  parseRegistry,
  pathOfPage,
  prerenderedFile,
  type Registry,
  type RenderedPage,
  type Rights,
  rendererFile,
  SOURCE_LANGUAGE,
} from '@patchwork/host';
import * as v from 'valibot';
import { folderOfBuild } from '../layout.ts';
import { escapeText } from './head.ts';
import { type PageSheet, sheetsOfModule } from './sheets.ts';

const schema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** A version's rendering code, with the hash that the release states. */
export interface RendererFile {
  readonly file: string;
  readonly integrity: string;
}

/** HTML of a published remote's page, and the code that renders it with data. */
export interface PrerenderedPage {
  readonly remote: PublishedRemote;
  readonly module: string;
  readonly html: string;
  readonly sheets: readonly PageSheet[];
  /** Code that renders the page; undefined if the version has none, or if not everyone may open the page. */
  readonly renderer: RendererFile | undefined;
}

/** A fragment of a published remote that a server may render into pages, with the code that renders it. */
export interface PrerenderedFragment {
  readonly remote: PublishedRemote;
  readonly slot: string;
  readonly module: string;
  readonly sheets: readonly PageSheet[];
  readonly renderer: RendererFile;
}

/** Reads a version's prerendered pages; none if the file is missing or damaged, because the shop works without them. */
function pagesIn(folder: string): PrerenderedPages {
  const file = path.join(folder, prerenderedFile);
  const parsed = v.safeParse(schema, existsSync(file) ? readFileSync(file, 'utf8') : '{}');
  return parsed.success ? parsed.output : {};
}

/** Matches attributes with addresses. No text of the API matches, because React escapes quotation marks. */
const addressed = / (?:(?:xlink:)?href|poster|src|(?:image)?srcset|style)="[^"]*"/gi;

/** Replaces the prefix 'remote:' in a remote's prerendered HTML with the address of the version's folder. */
const withAddresses = (html: string, { entry }: PublishedRemote): string =>
  html.replaceAll(addressed, (attribute) =>
    attribute.replaceAll('remote:/', `${path.posix.dirname(entry)}/`),
  );

/** Matches the address of a link or form that names a page: `page:product?productId=linen`. */
const namedPage = / (href|action)="page:([^"?]*)(?:\?([^"]*))?"/g;

/** Replaces the names of pages in a template or in a build's HTML, where paths are unknown, with the paths. */
const withPaths = (html: string, { remotes }: Pick<Registry, 'remotes'>): string => {
  const stables = remotes.map(({ stable }) => stable);
  return html.replaceAll(namedPage, (_whole, attribute, page, query = '') => {
    const parameters = Object.fromEntries(new URLSearchParams(query));
    return ` ${attribute}="${escapeText(pathOfPage(stables, page, parameters))}"`;
  });
};

/** Returns a version's rendering code; undefined if it has none, or is on another server. */
function rendererIn(release: string, remote: PublishedRemote): RendererFile | undefined {
  const integrity = remote.integrity[rendererFile];
  if (!integrity || !remote.entry.startsWith('/')) return undefined;
  return { file: path.join(folderOfBuild(release, remote), rendererFile), integrity };
}

/** Returns the fragments of the stable versions that a server may render into pages. */
export const prerenderedFragments = (
  release: string,
  { remotes }: Pick<Registry, 'remotes'>,
): PrerenderedFragment[] =>
  remotes.flatMap(({ stable: remote }) => {
    const renderer = rendererIn(release, remote);
    if (!renderer) return [];
    return Object.entries(remote.fragments).flatMap(([slot, { module, prerender, access }]) => {
      const sheets = prerender && isOpen(access) && sheetsOfModule(release, remote, module);
      return sheets ? [{ remote, slot, module, sheets, renderer }] : [];
    });
  });

/**
 * Reads the prerendered pages of the stable versions, except those on other servers, and those whose style sheets are
 * not all there: the shop opens them without their HTML.
 */
export function prerenderedPages(
  release: string,
  registry: Pick<Registry, 'remotes'>,
): PrerenderedPage[] {
  return registry.remotes
    .filter(({ stable }) => stable.entry.startsWith('/'))
    .flatMap(({ stable: remote }) => {
      const renderer = rendererIn(release, remote);
      const isForAll = (module: string) =>
        remote.routes.some((route) => route.module === module && route.access === 'open');
      return Object.entries(pagesIn(folderOfBuild(release, remote))).flatMap(([module, html]) => {
        const sheets = sheetsOfModule(release, remote, module);
        if (!sheets) return [];
        return {
          ...{ remote, module, html: withAddresses(withPaths(html, registry), remote), sheets },
          renderer: isForAll(module) ? renderer : undefined,
        };
      });
    });
}

/**
 * Returns a link that preloads a page's first API call, with the same request that the page's scripts will send.
 * Undefined without `apiBaseUrl`: the mock uses no network.
 */
export const preloadCall = (call: string, { apiBaseUrl }: ConfigFields): string | undefined =>
  apiBaseUrl &&
  `<link rel="preload" as="fetch" href="${escapeText(apiBaseUrl.replace(/\/+$/, '') + call)}" crossorigin="anonymous" />`;

/** Comment in the shell's template that is replaced by the documents. */
export const placeholder = '<!-- patchwork:documents -->';

const startOf = (id: string): string => `<script type="application/json" id="${id}">`;
const end = '</script>';

/** Embeds a document as JSON. Escaping "<" prevents content from ending the script element or opening a comment. */
const embed = (id: string, document: unknown): string =>
  startOf(id) + JSON.stringify(document).replaceAll('<', '\\u003c') + end;

/** Matches the list in a template that gets the remotes' links. A host without such a list shows none. */
const linkList = /(<ul\b[^>]*\bdata-page-links\b[^>]*>).*?(?=<\/ul>)/s;

/** Writes the links of the stable versions' pages into a template, as the shell renders them, and all paths. */
function writeLinks(template: string, registry: Registry, config: unknown): string {
  const { remotes } = registry;
  const { devtools } = configFields(config);
  const stables = remotes.map(({ stable }) => stable);
  const items = linksOf(stables.filter((remote) => devtools || !isForDevelopers(remote))).map(
    ({ page, label }) => `<li><a href="page:${page}">${escapeText(label)}</a></li>`,
  );
  const linked = template.replace(linkList, (_whole, start: string) => start + items.join(''));
  return withPaths(linked, registry);
}

/** A fragment with its data, and its place in the page. */
export interface RenderedFragment {
  readonly fragment: PrerenderedFragment;
  readonly hole: FragmentHole;
  readonly rendered: RenderedPage;
}

/** A page with its data, and the fragments in it that a server has rendered, in order. */
export interface ComposedPage {
  readonly page: RenderedPage;
  readonly fragments: readonly RenderedFragment[];
}

/** The prerendered page at the requested path. */
interface FirstPage {
  readonly page: PrerenderedPage;
  readonly name: string;
  /** The page with its data, if a server has rendered it. */
  readonly rendered: ComposedPage | undefined;
}

/** Documents and HTML that a release embeds in the shell's template. */
export interface PageContent {
  readonly registry: Registry;
  readonly config: unknown;
  /** Language of the document; English by default. */
  readonly language?: string;
  /** What the page may do beyond every page. */
  readonly rights?: Rights;
  /** Names of the pages that need more rights than this document has. */
  readonly elsewhere?: readonly string[];
  /** Prerendered pages of the whole shop. Pages whose module has no files in `registry` are left out. */
  readonly prerendered: readonly PrerenderedPage[];
  /** Undefined if the page has no HTML, or if the document serves every path. */
  readonly first?: FirstPage | undefined;
  /** Link that starts an API request of the page early. */
  readonly preload?: string | undefined;
}

const hasFilesIn =
  ({ remotes }: Registry) =>
  ({ remote, module }: PrerenderedPage): boolean =>
    remotes.some(({ id, stable }) => id === remote.id && module in stable.files);

/** Returns a template element with the HTML of a page, which the shell's inline script selects by version and module. */
const templateOf = ({ remote, module, html }: PrerenderedPage): string =>
  `<template data-remote="${remote.id}" data-version="${remote.version}" data-module="${module}">${html}</template>`;

/** Matches a template's `main`, with what it shows while a page is loading. */
const mainOf = /(<main\b[^>]*>)(.*?)(?=<\/main>)/s;

/** Number of pictures that are loaded before the scripts. More would delay the first text. */
const FIRST_PICTURES = 2;

/** Holds back all pictures but the first ones until the shop runs (show-prerendered.ts in platform/host). */
function holdPictures(html: string): string {
  let count = 0;
  return html.replaceAll(/<img\b[^>]*>/g, (picture) => {
    count += / src="/.test(picture) ? 1 : 0;
    return count <= FIRST_PICTURES ? picture : picture.replaceAll(/ (?=src(?:set)?=")/gi, ' data-');
  });
}

/**
 * Returns style elements with the sheets of a page and its fragments, those of each version in the order of their names,
 * as the bundler needs them. Their text is in the HTML, because a page would wait a round trip longer for files.
 */
function stylesOf({ page, rendered }: FirstPage): string {
  const pieces = [page, ...(rendered?.fragments ?? []).map(({ fragment }) => fragment)];
  return [...new Set(pieces.map(({ remote }) => remote))]
    .flatMap((remote) => {
      const sheets = pieces.flatMap((piece) => (piece.remote === remote ? piece.sheets : []));
      const texts = new Map(sheets.map(({ address, text }) => [address, text]));
      return [...texts].sort(([one], [other]) => (one < other ? -1 : 1));
    })
    .map(([address, text]) => `<style data-sheet="${address}">${text}</style>`)
    .join('');
}

/**
 * Returns an attribute that names the settings on which HTML depends, of those whose values are set; '' if there are
 * none. Without `read`, it may depend on each. A visitor with other values doesn't get the HTML.
 */
function settingsAttribute(
  { remotes }: Registry,
  id: string,
  read: readonly string[] | undefined,
): string {
  const set = Object.keys(remotes.find((remote) => remote.id === id)?.values ?? {});
  const names = set.filter((name) => read?.includes(name) ?? true);
  return names.length > 0 ? ` data-settings="${escapeText(names.join(' '))}"` : '';
}

/**
 * Puts the HTML of fragments into a page's, in place of the elements that the shop's frame renders around each. In
 * these, presses are held until the fragment is hydrated (hold-presses.ts in platform/host).
 */
function fill(
  { page, fragments }: ComposedPage,
  remote: PublishedRemote,
  registry: Registry,
): string {
  let [html, end] = ['', 0];
  for (const { fragment, hole, rendered } of fragments) {
    const name = `${fragment.remote.id} ${fragment.slot}`;
    html += withAddresses(page.html.slice(end, hole.start), remote);
    const settings = settingsAttribute(registry, fragment.remote.id, rendered.settings ?? []);
    html += `<div data-fragment="${name}" data-filled=""${settings}>${withAddresses(rendered.html, fragment.remote)}</div>`;
    ({ end } = hole);
  }
  return html + withAddresses(page.html.slice(end), remote);
}

/**
 * Puts the page at the requested path into the template's `main`, inside the element and React's markers of a completed
 * Suspense boundary that the shop renders around it. What `main` showed while loading is kept in a template element,
 * for a visitor who gets another version or page: the inline script puts it back before the first paint.
 */
function putInPlace(
  template: string,
  first: FirstPage,
  registry: Registry,
  language: string,
): string {
  const { page, name, rendered } = first;
  const { remote } = page;
  const lang = langAttribute(language, remote);
  const html = rendered ? fill(rendered, remote, registry) : page.html;
  const attributes = [
    `data-prerendered="${name}" data-boundary="${remote.id}"`,
    `data-team="${escapeText(remote.team)}" data-version="${remote.version}"`,
    ...(rendered ? ['data-rendered=""'] : []),
    ...(lang ? [`lang="${lang}"`] : []),
  ].join(' ');
  const settings = settingsAttribute(
    registry,
    remote.id,
    // The build doesn't know which settings its HTML depends on.
    rendered && (rendered.page.settings ?? []),
  );
  let loading = '';
  const placed = template.replace(mainOf, (_whole, start: string, inner: string) => {
    loading = `<template data-loading>${inner}</template>`;
    return `${start}<!--$--><div ${attributes}${settings}>${holdPictures(html)}</div><!--/$-->`;
  });
  return placed.replace('</head>', () => `${loading}${stylesOf(first)}</head>`);
}

/** Embeds the data of a page and, by their keys, of the fragments in it. */
function seedsOf({ rendered }: FirstPage): string {
  if (!rendered) return '';
  const { page, fragments } = rendered;
  const seeds = fragments.map(({ hole: { remote, slot, props }, rendered: { seed } }) => [
    fragmentKey(remote, slot, props),
    seed,
  ]);
  return [
    `${startOf('patchwork-seed')}${page.seed.replaceAll('<', '\\u003c')}${end}`,
    ...(seeds.length > 0 ? [embed('patchwork-fragments', Object.fromEntries(seeds))] : []),
  ].join('');
}

/** Gives a template the language of a document. The shell's own texts in it stay English. */
const inDocumentLanguage = (template: string, language: string): string =>
  language === SOURCE_LANGUAGE
    ? template
    : template
        .replace(`<html lang="${SOURCE_LANGUAGE}"`, `<html lang="${language}"`)
        .replaceAll(' data-boundary="shell"', ` lang="${SOURCE_LANGUAGE}"$&`);

/** Matches an inert preload of one of the shell's scripts. */
const startLink = /<link\b[^>]*\bdata-start\b[^>]*>/g;

/**
 * Lets a document preload the shell's scripts while it is parsed. Not for a page with data: its first pictures would
 * share the line with them, so the inline script does it when the pictures have been requested.
 */
const preloadShell = (document: string): string =>
  document.replaceAll(startLink, (link) => link.replace(' media="not all"', ''));

/** Returns the shop's page: the shell's template with the documents and the prerendered pages. */
export function renderPage(template: string, content: PageContent): string {
  const { registry, config, prerendered, preload = '', language = SOURCE_LANGUAGE } = content;
  const { rights = {}, elsewhere = [] } = content;
  const trusted = trustedSources({ config, rights });
  const isKnown = hasFilesIn(registry);
  // The build makes no HTML of a page with many addresses.
  const isWritten = ({ page, rendered }: FirstPage) => page.html !== '' || rendered !== undefined;
  const first =
    content.first && isKnown(content.first.page) && isWritten(content.first)
      ? content.first
      : undefined;
  const written = writeLinks(inDocumentLanguage(template, language), registry, config);
  const started = first?.rendered ? written : preloadShell(written);
  const placed = first ? putInPlace(started, first, registry, language) : started;
  const documents = [
    embed('patchwork-registry', registry),
    embed('patchwork-config', configOfPage(config)),
    ...(trusted ? [embed('patchwork-trusted', trusted)] : []),
    ...(elsewhere.length > 0 ? [embed('patchwork-elsewhere', elsewhere)] : []),
    ...(first ? [seedsOf(first)] : []),
    ...prerendered
      .filter((page) => isKnown(page) && page.html !== '' && page !== first?.page)
      .map(templateOf),
    preload,
  ];
  return placed.replace(placeholder, () => documents.join(''));
}

/** Returns the registry that a page embeds; undefined if the page embeds no valid one. */
export function registryInPage(page: string): Registry | undefined {
  const [, rest] = page.split(startOf('patchwork-registry'));
  const [text = ''] = rest?.split(end) ?? [];
  try {
    return parseRegistry(JSON.parse(text), 'any').registry;
  } catch {
    return undefined;
  }
}

/** Matches the address of a link or form, which is written with the release. */
const address = /(?<=<(?:a|form)\b[^>]*) (?:href|action)="[^"]*"/g;

/** Whether the page that serves every path was made from a template. */
export function isRenderedFrom(page: string, template: string): boolean {
  const [written = '', plain = ''] = [page, template].map((html) =>
    preloadShell(html).replace(linkList, '$1').replaceAll(address, ''),
  );
  const [before = '', after] = plain.split(placeholder);
  return after !== undefined && written.startsWith(before) && written.endsWith(after);
}
