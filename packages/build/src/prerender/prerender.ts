import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type PrerenderedPages, prerenderedFile } from '@patchwork/federation';
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/** The folder of the build for Node, which is deleted when the pages are rendered. */
const folder = 'dist-prerender';

/** Builds the pages for Node. The class names are those of the remote's own build. */
const nodeBuild = (root: string, basics: RsbuildConfig): RsbuildConfig => ({
  ...basics,
  mode: 'production',
  logLevel: 'error',
  plugins: [pluginReact()],
  source: { entry: { index: path.join(import.meta.dirname, 'main.tsx') } },
  resolve: { alias: { '@remote': root } },
  server: { publicDir: false },
  output: {
    ...basics.output,
    target: 'node',
    distPath: { root: folder },
    // The release replaces it with the folder of the remote's version.
    assetPrefix: 'remote:',
    emitAssets: false,
    minify: false,
  },
});

async function renderPages(root: string, basics: RsbuildConfig): Promise<PrerenderedPages> {
  const rsbuild = await createRsbuild({ cwd: root, config: nodeBuild(root, basics) });
  await rsbuild.build();
  const file = path.join(root, folder, 'index.js');
  const { pages } = createRequire(file)(file) as { pages: PrerenderedPages };
  await rm(path.dirname(file), { recursive: true });
  return pages;
}

/** Adds the HTML of the prerendered pages to a remote's build. `basics` is what all its builds have in common. */
export const prerender = (root: string, basics: RsbuildConfig): RsbuildPlugin => ({
  name: 'patchwork:prerender',
  apply: 'build',
  setup(api) {
    api.onAfterBuild(async () => {
      const pages = await renderPages(root, basics);
      await writeFile(path.join(root, 'dist', prerenderedFile), JSON.stringify(pages));
    });
  },
});
