import { parseRegistry, type Registry } from '@patchwork/federation';

/** The comment in the shell's template that is replaced by the documents. */
export const placeholder = '<!-- patchwork:documents -->';

const startOf = (id: string): string => `<script type="application/json" id="${id}">`;
const end = '</script>';

/** Without a "<" no content can end the script element, or open a comment in it. */
const embed = (id: string, document: unknown): string =>
  startOf(id) + JSON.stringify(document).replaceAll('<', '\\u003c') + end;

/** The shop's page: the shell's template with the registry and the runtime configuration in it. */
export const renderPage = (template: string, registry: Registry, config: unknown): string =>
  template.replace(
    placeholder,
    () => embed('patchwork-registry', registry) + embed('patchwork-config', config),
  );

/** The registry that a page embeds; undefined where there is none. */
export function registryInPage(page: string): Registry | undefined {
  const [, rest] = page.split(startOf('patchwork-registry'));
  const [text = ''] = rest?.split(end) ?? [];
  try {
    return parseRegistry(JSON.parse(text)).registry;
  } catch {
    return undefined;
  }
}

/** Whether a page is the template with any documents in it. */
export function isRenderedFrom(page: string, template: string): boolean {
  const [before = '', after] = template.split(placeholder);
  return after !== undefined && page.startsWith(before) && page.endsWith(after);
}
