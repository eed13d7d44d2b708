import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * Writes the files of a lazy chunk into the page as `<meta name="patchwork-chunk:NAME" content="…">`,
 * separated by spaces, for a script that decides whether to fetch them ahead.
 */
export const nameChunkFiles = (chunk: string): RsbuildPlugin => ({
  name: 'patchwork:name-chunk-files',
  apply: 'build',
  setup(api) {
    api.modifyHTMLTags(({ headTags, bodyTags }, { compilation, assetPrefix }) => {
      const files = compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [];
      const content = files.map((file) => assetPrefix + file).join(' ');
      const meta = { tag: 'meta', attrs: { name: `patchwork-chunk:${chunk}`, content } };
      return { headTags: [meta, ...headTags], bodyTags };
    });
  },
});
