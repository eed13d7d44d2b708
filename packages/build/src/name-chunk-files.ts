import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * Writes a preload of each script of a lazy chunk into the page, for a script that decides whether to fetch
 * them ahead: no medium matches "not all", so the browser does not. A preload gets its hash as a script does.
 */
export const nameChunkFiles = (chunk: string): RsbuildPlugin => ({
  name: 'patchwork:name-chunk-files',
  apply: 'build',
  setup(api) {
    api.modifyHTMLTags(({ headTags, bodyTags }, { compilation, assetPrefix }) => {
      const files = compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [];
      const links = files.map((file) => ({
        tag: 'link',
        attrs: {
          ...{ rel: 'preload', as: 'script', href: assetPrefix + file },
          ...{ media: 'not all', 'data-chunk': chunk },
        },
      }));
      return { headTags: [...headTags, ...links], bodyTags };
    });
  },
});
