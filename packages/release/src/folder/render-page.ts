import type { Registry } from '@patchwork/federation';

/** The comment in the shell's template that the documents take the place of. */
export const placeholder = '<!-- patchwork:documents -->';

/** Without a "<" no content can end the script element, or open a comment in it. */
const embed = (id: string, document: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(document).replaceAll('<', '\\u003c')}</script>`;

/** The shop's page: the shell's template with the registry and the runtime configuration in it. */
export const renderPage = (template: string, releases: Registry, config: unknown): string =>
  template.replace(
    placeholder,
    () => embed('patchwork-registry', releases) + embed('patchwork-config', config),
  );
