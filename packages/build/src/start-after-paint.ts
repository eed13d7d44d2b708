import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * The page only downloads its scripts: `<link rel="preload" data-start>` takes the place of each script
 * element. Its inline script runs them, after it has shown the first words.
 */
export const startAfterPaint = (): RsbuildPlugin => ({
  name: 'patchwork:start-after-paint',
  apply: 'build',
  setup(api) {
    api.modifyHTMLTags(({ headTags, bodyTags }) => ({
      bodyTags,
      headTags: headTags.map((tag) =>
        tag.tag === 'script' && tag.attrs?.src
          ? {
              tag: 'link',
              attrs: {
                ...{ rel: 'preload', as: 'script', href: tag.attrs.src },
                ...{ fetchpriority: 'low', 'data-start': true },
              },
            }
          : tag,
      ),
    }));
  },
});
