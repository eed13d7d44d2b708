import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import {
  type ForeignRule,
  foreignRulesInBuild,
  foreignRulesInSource,
  layerOf,
} from './foreign-rules.ts';

/** Throws an Error with a line for each rule. */
function refuse(file: string, rules: readonly ForeignRule[]): void {
  if (rules.length === 0) return;
  throw new Error(rules.map(({ line, text, why }) => `${file}:${line} ${text}\n${why}`).join('\n'));
}

/**
 * The styles of a remote can change nothing but its own elements: a rule that could is refused, and all
 * rules are put into the remote's cascade layer, inside the shell's layer `app`.
 */
export const ownStyles = (remote: string, root: string): RsbuildPlugin => ({
  name: 'patchwork:own-styles',
  setup(api) {
    const environments = ['remote'];
    // The sources as they are written: the message can name the file. What one sheet imports from
    // another is seen only in the result below.
    api.transform({ test: /\.css$/, environments, order: 'pre' }, ({ code, resourcePath }) => {
      const file = path.relative(path.dirname(root), resourcePath);
      refuse(file, foreignRulesInSource(code, resourcePath));
      return code;
    });
    api.processAssets({ stage: 'additions', environments }, ({ compilation, sources, assets }) => {
      for (const [file, asset] of Object.entries(assets)) {
        if (!file.endsWith('.css')) continue;
        // The styles of packages/ui come before the remote's own, whichever of its files loads first.
        const opening = `@layer ${layerOf(remote)}{@layer ui,app;\n`;
        const wrapped = new sources.ConcatSource(opening, asset, '\n}');
        refuse(file, foreignRulesInBuild(wrapped.source().toString(), remote));
        compilation.updateAsset(file, wrapped);
      }
    });
  },
});
