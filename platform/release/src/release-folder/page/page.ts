import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ConfigFields,
  configFields,
  configOfPage,
  trustedSources,
} from '@patchwork/build/policy';
import {
  isForDevelopers,
  linksOf,
  type PrerenderedPages,
  type PublishedRemote,
  parseRegistry,
  prerenderedFile,
  type Registry,
  type RenderedPage,
  type Rights,
  rendererFile,
} from '@patchwork/host';
import * as v from 'valibot';
import { folderOfVersion } from '../layout.ts';
import { escapeText } from './head.ts';

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
  /** Code that renders the page; undefined if the version has none, or if not everyone may open the page. */
  readonly renderer: RendererFile | undefined;
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

/** Reads the prerendered pages of the stable versions, except those on other servers. */
export function prerenderedPages(
  release: string,
  { remotes }: Pick<Registry, 'remotes'>,
): PrerenderedPage[] {
  return remotes
    .filter(({ stable }) => stable.entry.startsWith('/'))
    .flatMap(({ stable: remote }) => {
      const folder = folderOfVersion(release, remote.id, remote.version);
      const integrity = remote.integrity[rendererFile];
      const renderer = integrity && { file: path.join(folder, rendererFile), integrity };
      const isOpen = (module: string) =>
        remote.routes.some((route) => route.module === module && route.access === 'open');
      return Object.entries(pagesIn(folder)).map(([module, html]) => ({
        ...{ remote, module, html: withAddresses(html, remote) },
        renderer: isOpen(module) ? renderer || undefined : undefined,
      }));
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

/** Writes the links of the stable versions' pages into a template, as the shell renders them. */
function writeLinks(template: string, { remotes }: Registry, config: unknown): string {
  const { devtools } = configFields(config);
  const stables = remotes.map(({ stable }) => stable);
  const items = linksOf(stables.filter((remote) => devtools || !isForDevelopers(remote))).map(
    ({ page, label }) => `<li><a href="page:${page}">${escapeText(label)}</a></li>`,
  );
  return template.replace(linkList, (_whole, start: string) => start + items.join(''));
}

/** Documents and HTML that a release embeds in the shell's template. */
export interface PageContent {
  readonly registry: Registry;
  readonly config: unknown;
  /** What the page may do beyond every page. */
  readonly rights?: Rights;
  /** Names of the pages that need more rights than this document has. */
  readonly elsewhere?: readonly string[];
  /** Prerendered pages of the whole shop. Pages whose module has no files in `registry` are left out. */
  readonly prerendered: readonly PrerenderedPage[];
  /** The prerendered page that a server has rendered with its data, if any. */
  readonly rendered?: (RenderedPage & { readonly page: PrerenderedPage }) | undefined;
  /** Link that starts an API request of the page early. */
  readonly preload?: string | undefined;
}

const isFirstPage =
  ({ remotes }: Registry) =>
  ({ remote, module }: PrerenderedPage): boolean =>
    remotes.some(({ id, stable }) => id === remote.id && module in stable.files);

/**
 * Returns a page's template element. The shell's inline script selects it by version and module. A page that a server
 * has rendered with data is marked, so that the shop hydrates it.
 */
function templateOf(page: PrerenderedPage, rendered: PageContent['rendered']): string {
  const { remote, module } = page;
  const attributes = `data-remote="${remote.id}" data-version="${remote.version}" data-module="${module}"`;
  if (rendered?.page !== page) return `<template ${attributes}>${page.html}</template>`;
  const html = withAddresses(rendered.html, remote);
  const seed = `${startOf('patchwork-seed')}${rendered.seed.replaceAll('<', '\\u003c')}${end}`;
  return `${seed}<template ${attributes} data-rendered>${html}</template>`;
}

/** Returns the shop's page: the shell's template with the documents and the prerendered pages. */
export function renderPage(template: string, content: PageContent): string {
  const { registry, config, prerendered, rendered, preload = '' } = content;
  const { rights = {}, elsewhere = [] } = content;
  const trusted = trustedSources({ config, rights });
  const documents = [
    embed('patchwork-registry', registry),
    embed('patchwork-config', configOfPage(config)),
    ...(trusted ? [embed('patchwork-trusted', trusted)] : []),
    ...(elsewhere.length > 0 ? [embed('patchwork-elsewhere', elsewhere)] : []),
    ...prerendered
      .filter(isFirstPage(registry))
      // The build makes no HTML of a page with many addresses.
      .filter((page) => page.html !== '' || page === rendered?.page)
      .map((page) => templateOf(page, rendered)),
    preload,
  ];
  return writeLinks(template, registry, config).replace(placeholder, () => documents.join(''));
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

export function isRenderedFrom(page: string, template: string): boolean {
  const [written, plain] = [page, template].map((html) => html.replace(linkList, '$1')) as [
    string,
    string,
  ];
  const [before = '', after] = plain.split(placeholder);
  return after !== undefined && written.startsWith(before) && written.endsWith(after);
}
