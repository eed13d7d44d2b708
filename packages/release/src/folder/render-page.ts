import { parseRegistry, type Registry } from '@patchwork/federation';
import type { HeadValues } from '../head/fill-head.ts';
import { fillWords } from '../head/first-words.ts';
import { trustedSources } from '../policy/trusted-sources.ts';
import { configFields } from './config-fields.ts';
import type { PrerenderedPage } from './prerendered.ts';

/** The comment in the shell's template that is replaced by the documents. */
export const placeholder = '<!-- patchwork:documents -->';

const startOf = (id: string): string => `<script type="application/json" id="${id}">`;
const end = '</script>';

/** Without a "<" no content can end the script element, or open a comment in it. */
const embed = (id: string, document: unknown): string =>
  startOf(id) + JSON.stringify(document).replaceAll('<', '\\u003c') + end;

/** What a release writes into the shell's template. */
export interface PageContent {
  readonly registry: Registry;
  readonly config: unknown;
  /** Of the whole shop: the page gets those of the modules whose files its registry names. */
  readonly prerendered: readonly PrerenderedPage[];
  /** What the API's answer has for the placeholders of the prerendered pages. Default: nothing. */
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
