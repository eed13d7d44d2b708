import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  fillTemplate,
  type PrerenderedPages,
  type PublishedRemote,
  parseRegistry,
  prerenderedFile,
  type Registry,
} from '@patchwork/federation';
import * as v from 'valibot';
import { type ConfigFields, configFields } from '../folder/config.ts';
import { folderOfVersion } from '../folder/layout.ts';
import { escapeText, type HeadValues } from './head.ts';
import { trustedSources } from './security-headers.ts';

const schema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.array(v.string())));

/** The HTML of one page of a published remote: the first form whose placeholders are known is shown. */
export interface PrerenderedPage {
  readonly remote: PublishedRemote;
  readonly module: string;
  readonly forms: readonly string[];
}

/**
 * Prerendered pages of a version. None of a version on another server, or of one that was damaged: its pages work
 * without.
 */
function pagesIn(folder: string): PrerenderedPages {
  const file = path.join(folder, prerenderedFile);
  const parsed = v.safeParse(schema, existsSync(file) ? readFileSync(file, 'utf8') : '{}');
  return parsed.success ? parsed.output : {};
}

/** The prerendered pages of the stable versions. */
export function prerenderedPages(
  release: string,
  { remotes }: Pick<Registry, 'remotes'>,
): PrerenderedPage[] {
  return remotes
    .filter(({ stable }) => stable.entry.startsWith('/'))
    .flatMap(({ stable: remote }) =>
      Object.entries(pagesIn(folderOfVersion(release, remote.id, remote.version))).map(
        ([module, forms]) => ({
          remote,
          module,
          forms: forms.map((form) => form.replaceAll('remote:', path.posix.dirname(remote.entry))),
        }),
      ),
    );
}

/** Stands for the origin of whatever page an address is read on. */
const anyOrigin = 'http://patchwork.invalid';

/** Whether a page may ask for a picture: its own origin and `imageOrigins` of the configuration are allowed. */
function mayShow(address: string, imageOrigins: readonly string[] = []): boolean {
  const origin = URL.canParse(address, anyOrigin) && new URL(address, anyOrigin).origin;
  if (address.startsWith('/')) return origin === anyOrigin;
  return /^https?:\/\//.test(address) && origin !== false && imageOrigins.includes(origin);
}

/** An address with a placeholder in it: of a picture, or of a page by its name and parameters. */
const address = /(?<= (?:src|href)=")[^"{]*\{[^"]*(?=")/g;

/** As the value of a query, for any text: encodeURIComponent throws on half a character. */
const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** An address is filled once: what looks like a placeholder in its value is none. */
const withoutBraces = (text: string): string => text.replaceAll('{', '%7B').replaceAll('}', '%7D');

/**
 * Fills the placeholders of a prerendered page, escaped. Undefined when a value is missing, or is the address of
 * a picture that the page may not show.
 */
function fillWords(
  html: string,
  values: HeadValues,
  { imageOrigins }: ConfigFields,
): string | undefined {
  const textOf = (name: string) => (Object.hasOwn(values, name) ? String(values[name]) : undefined);
  function fillAddress(text: string): string | undefined {
    if (text.startsWith('page:')) {
      return fillTemplate(text, (name) => encoded(textOf(name) ?? ''));
    }
    const picture = fillTemplate(text, textOf);
    return picture && mayShow(picture, imageOrigins) ? withoutBraces(picture) : undefined;
  }
  let isKnown = true;
  const addressed = html.replaceAll(address, (text) => {
    const filled = fillAddress(text);
    isKnown &&= filled !== undefined;
    return escapeText(filled ?? '');
  });
  const escapedTextOf = (name: string) => escapeText(textOf(name) ?? '');
  return isKnown ? fillTemplate(addressed, escapedTextOf) : undefined;
}

/**
 * Starts the call of the API that the page begins with, as its own scripts will send it. Undefined on the
 * mock, whose answer needs no network.
 */
export const preloadCall = (call: string, { apiBaseUrl }: ConfigFields): string | undefined =>
  apiBaseUrl &&
  `<link rel="preload" as="fetch" href="${escapeText(apiBaseUrl.replace(/\/+$/, '') + call)}" crossorigin="anonymous" />`;

/** The comment in the shell's template that is replaced by the documents. */
export const placeholder = '<!-- patchwork:documents -->';

const startOf = (id: string): string => `<script type="application/json" id="${id}">`;
const end = '</script>';

/** Without a "<" no content can end the script element, or open a comment in it. */
const embed = (id: string, document: unknown): string =>
  startOf(id) + JSON.stringify(document).replaceAll('<', '\\u003c') + end;

/** Documents and HTML that a release writes into the shell's template. */
export interface PageContent {
  readonly registry: Registry;
  readonly config: unknown;
  /** Prerendered pages of the whole shop: the page gets those of the modules whose files its registry names. */
  readonly prerendered: readonly PrerenderedPage[];
  /** Values of the API's answer for the placeholders of the prerendered pages. Default: none. */
  readonly values?: HeadValues | undefined;
  /** A link that starts a request of the page. */
  readonly preload?: string | undefined;
}

const isFirstPage =
  ({ remotes }: Registry) =>
  ({ remote, module }: PrerenderedPage): boolean =>
    remotes.some(({ id, stable }) => id === remote.id && module in stable.files);

/**
 * The shell's inline script looks for the template of the version and module that it shows. There is none
 * where no form of the page can be filled: the page is then as it was without.
 */
function templateOf(
  { remote, module, forms }: PrerenderedPage,
  { values, config }: PageContent,
): string {
  for (const form of forms) {
    const filled = fillWords(form, values ?? {}, configFields(config));
    if (filled !== undefined)
      return `<template data-remote="${remote.id}" data-version="${remote.version}" data-module="${module}">${filled}</template>`;
  }
  return '';
}

/** The shop's page: the shell's template with the documents and the prerendered pages in it. */
export function renderPage(template: string, content: PageContent): string {
  const { registry, config, prerendered, preload = '' } = content;
  const trusted = trustedSources(config);
  const documents = [
    embed('patchwork-registry', registry),
    embed('patchwork-config', config),
    ...(trusted ? [embed('patchwork-trusted', trusted)] : []),
    ...prerendered.filter(isFirstPage(registry)).map((page) => templateOf(page, content)),
    preload,
  ];
  return template.replace(placeholder, () => documents.join(''));
}

/** The registry that a page embeds; undefined where there is none. */
export function registryInPage(page: string): Registry | undefined {
  const [, rest] = page.split(startOf('patchwork-registry'));
  const [text = ''] = rest?.split(end) ?? [];
  try {
    return parseRegistry(JSON.parse(text), 'any').registry;
  } catch {
    return undefined;
  }
}

/** Whether a page is the template with any documents in it. */
export function isRenderedFrom(page: string, template: string): boolean {
  const [before = '', after] = template.split(placeholder);
  return after !== undefined && page.startsWith(before) && page.endsWith(after);
}
