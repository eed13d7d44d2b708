import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import {
  type ForeignRule,
  foreignRulesInBuild,
  foreignRulesInSource,
  layerOf,
} from './foreign-rules.ts';

/** Returns a message for all rules of a style sheet; undefined where there is none. */
const messageOf = (file: string, rules: readonly ForeignRule[]): string | undefined =>
  rules.length === 0
    ? undefined
    : rules.map(({ line, text, why }) => `${file}:${line} ${text}\n${why}`).join('\n');

/**
 * The styles of a remote can change nothing but its own elements: a rule that could is refused, and all
 * rules are put into the remote's cascade layer, inside the shell's layer `app`.
 */
export const ownStyles = (remote: string, root: string): RsbuildPlugin => ({
  name: 'patchwork:own-styles',
  setup(api) {
    const environments = ['remote'];
    /** By style sheet. An error that a loader throws would be shown with its stack, once for each loader. */
    const refused = new Map<string, string | undefined>();
    // The sources as they are written: the message can name the file. What one sheet imports from
    // another is seen only in the result below.
    api.transform({ test: /\.css$/, environments, order: 'pre' }, ({ code, resourcePath }) => {
      const file = path.relative(path.dirname(root), resourcePath);
      refused.set(file, messageOf(file, foreignRulesInSource(code, resourcePath)));
      return code;
    });
    api.processAssets({ stage: 'additions', environments }, ({ compilation, sources, assets }) => {
      const inSources = [...refused.values()].filter((message) => message !== undefined);
      const inBuild: string[] = [];
      for (const [file, asset] of Object.entries(assets)) {
        if (!file.endsWith('.css')) continue;
        // The styles of packages/ui come before the remote's own, whichever of its files loads first.
        const opening = `@layer ${layerOf(remote)}{@layer ui,app;\n`;
        const wrapped = new sources.ConcatSource(opening, asset, '\n}');
        const message = messageOf(file, foreignRulesInBuild(wrapped.source().toString(), remote));
        if (message !== undefined) inBuild.push(message);
        compilation.updateAsset(file, wrapped);
      }
      // The build has the same rules as the sources: what is only in it comes from elsewhere.
      for (const message of inSources.length > 0 ? inSources : inBuild) {
        const error = new Error(message);
        delete error.stack;
        compilation.errors.push(error);
      }
    });
  },
});
