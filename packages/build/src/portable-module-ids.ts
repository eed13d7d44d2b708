import { createHash } from 'node:crypto';
import type { Rspack } from '@rsbuild/core';

/** Long enough that two of a piece's few hundred modules seldom begin alike. */
const SHORTEST_ID = 3;

/** Ends the identifier of concatenated modules, behind the first one's; made from absolute paths too. */
const concatenationHash = /\|[\da-f]{16}$/;

const digestOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('base64')
    .replaceAll(/[^A-Za-z]/g, '');

/**
 * Names modules after their path in the workspace. Rspack's own ids also depend on where the workspace
 * is: shared modules and the federation runtime's entry carry absolute paths in their identifiers. With
 * these, two machines that build the same sources and lockfile get the same bytes.
 */
export const portableModuleIds = (workspace: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    // A development build keeps readable ids.
    if (compiler.options.mode !== 'production') return;
    const portable = (identifier: string) =>
      identifier
        .replaceAll(workspace, '')
        .replaceAll(encodeURIComponent(workspace), '')
        .replace(concatenationHash, '');
    compiler.hooks.compilation.tap('patchwork:portable-module-ids', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('patchwork:portable-module-ids', (modules) => {
        const named = [...modules].map((module) => {
          // What this hook passes has the identifier as a text, whatever its type says.
          const identifier: unknown = module.identifier;
          return { module, name: portable(String(identifier)) };
        });
        const taken = new Set<string>();
        for (const { module, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
          const digest = digestOf(name);
          let length = SHORTEST_ID;
          while (taken.has(digest.slice(0, length))) length += 1;
          const id = digest.slice(0, length);
          taken.add(id);
          Object.assign(module, { id });
        }
      });
    });
  },
});
