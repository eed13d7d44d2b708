import type { Rspack } from '@rsbuild/core';
import { ownFile } from './own-file.ts';

const replacement = ownFile('mutations-left-out');

/**
 * TanStack Query here only loads: what a shopper changes goes through the queue of packages/state. A
 * production build leaves out its mutations: 0.8 kB of the first scripts with brotli.
 */
export const queryWithoutMutations = (): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    if (compiler.options.mode !== 'production') return;
    new compiler.rspack.NormalModuleReplacementPlugin(/^\.\/mutationCache\.js$/, (data) => {
      if (data.context.includes('query-core')) data.request = replacement;
    }).apply(compiler);
  },
});
