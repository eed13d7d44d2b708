import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type PrerenderedPages, prerenderedFile, rendererFile } from '@patchwork/federation';
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { ownFile } from '../build-basics.ts';

interface Copy {
  readonly version: string;
  readonly folder: string;
}

/** The copies of React among the files of a build, in the order in which they come. */
function copiesOfReact(files: readonly string[]): Copy[] {
  const folders = files.flatMap(
    (file) => /^.*[/\\]node_modules[/\\]react(?=[/\\])/.exec(file) ?? [],
  );
  return [...new Set(folders)].map((folder) => {
    const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
    return { version: (JSON.parse(manifest) as { version: string }).version, folder };
  });
}

/**
 * Throws if the files of a build come from more than one React. Hooks of one find no renderer in the other, which ends
 * in "Cannot read properties of null".
 */
export function requireOneReact(root: string, files: readonly string[]): void {
  const copies = copiesOfReact(files);
  if (copies.length < 2) return;
  const described = copies.map(
    ({ version, folder }) => `React ${version} from ${path.relative(root, folder)}`,
  );
  throw new Error(
    `The pages of ${path.basename(root)} can’t be prerendered with two copies of React: ${described.join(', and ')}. Install the version that the shop has, and one copy of it`,
  );
}

/** The folder of the build for Node, which is deleted when the pages are rendered. */
const folder = 'dist-prerender';

/** Builds the pages for Node. The class names are those of the remote's own build. */
const nodeBuild = (root: string, { output, tools }: RsbuildConfig): RsbuildConfig => ({
  root,
  mode: 'production',
  logLevel: 'error',
  plugins: [pluginReact()],
  source: { entry: { index: ownFile('prerender/main') } },
  resolve: { alias: { '@remote': root } },
  server: { publicDir: false },
  output: {
    ...output,
    target: 'node',
    distPath: { root: folder },
    // The release replaces it with the folder of the remote's version.
    assetPrefix: 'remote:',
    emitAssets: false,
    module: false,
    filename: { js: '[name].cjs' },
    // It stays on the server, which loads it once: minifying would take half the processor time of this build.
    minify: false,
  },
  // Everything is in one file, because a server runs it without access to a disk.
  splitChunks: false,
  tools: {
    ...tools,
    rspack: [tools?.rspack ?? {}, { output: { asyncChunks: false } }].flat(),
  },
});

interface NodeBuild {
  readonly pages: PrerenderedPages;
  /** The build itself: its code renders the pages in a server. */
  readonly renderer: string;
}

async function renderPages(root: string, basics: RsbuildConfig): Promise<NodeBuild> {
  const file = path.join(root, folder, 'index.cjs');
  try {
    const rsbuild = await createRsbuild({ cwd: root, config: nodeBuild(root, basics) });
    const { stats } = await rsbuild.build();
    const { modules = [] } = stats?.toJson({ all: false, modules: true }) ?? {};
    requireOneReact(
      root,
      modules.map((module) => module.nameForCondition ?? ''),
    );
    const { prerender } = createRequire(file)(file) as { prerender: () => PrerenderedPages };
    return { pages: prerender(), renderer: await readFile(file, 'utf8') };
  } finally {
    await rm(path.dirname(file), { recursive: true, force: true });
  }
}

/**
 * Adds the HTML of the prerendered pages to a remote's build, and the code that renders them with their data in a
 * server, if everyone may open one of them (`isOpen`). `basics` has the options that all builds of the remote share.
 * Runs while the remote itself is built, which saves time.
 */
export const prerender = (root: string, basics: RsbuildConfig, isOpen: boolean): RsbuildPlugin => ({
  name: 'patchwork:prerender',
  apply: 'build',
  setup(api) {
    let rendered: Promise<PromiseSettledResult<NodeBuild>[]>;
    api.onBeforeBuild(() => {
      rendered = Promise.allSettled([renderPages(root, basics)]);
    });
    api.onAfterBuild(async ({ stats }) => {
      const [result] = await rendered;
      // A build with errors reports them itself, and has written nothing.
      if (stats?.hasErrors()) return;
      if (result?.status !== 'fulfilled') throw result?.reason;
      const { pages, renderer } = result.value;
      await writeFile(path.join(root, 'dist', prerenderedFile), JSON.stringify(pages));
      if (isOpen) await writeFile(path.join(root, 'dist', rendererFile), renderer);
    });
  },
});
