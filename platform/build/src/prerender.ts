import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { type PrerenderedPages, prerenderedFile, rendererFile } from '@patchwork/host';
import {
  createRsbuild,
  mergeRsbuildConfig,
  type RsbuildConfig,
  type RsbuildInstance,
  type RsbuildPlugin,
  rspack,
} from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import type { PrerenderModule } from './kit.ts';
import { languageVariable, textsIn } from './messages.ts';
import { distOf } from './translations.ts';

interface Copy {
  readonly version: string;
  readonly folder: string;
}

/** Returns the copies of React among a build's modules, in order of occurrence. */
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
 * Throws if a build has more than one copy of React. Hooks of one copy don't find the other's renderer, and fail with
 * "Cannot read properties of null".
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

/** What a team adds to its remote's build, such as the plugin for Sass: `{ plugins: [pluginSass()] }`. */
export type Additions = Pick<RsbuildConfig, 'plugins' | 'resolve' | 'source' | 'tools'>;

/** Output folder of the build for Node. It is deleted after the build. */
const folder = 'dist-prerender';

/** Configuration of the build for Node. Classes get the same names as in the remote's own build. */
const nodeBuild = (
  root: string,
  { output, tools }: RsbuildConfig,
  module: string,
  languages: readonly string[],
): RsbuildConfig => ({
  root,
  mode: 'production',
  logLevel: 'error',
  // Nobody sees its list of files.
  performance: { printFileSize: false },
  plugins: [pluginReact(), textsIn(...languages)],
  source: { entry: { index: module } },
  resolve: { alias: { '@remote': root } },
  server: { publicDir: false },
  output: {
    ...output,
    target: 'node',
    distPath: { root: folder },
    // Placeholder that the release replaces with the folder of the remote's version.
    assetPrefix: 'remote:',
    emitAssets: false,
    module: false,
    filename: { js: '[name].cjs' },
    // Not minified: the file stays on the server, and minifying would take half of this build's processor time.
    minify: false,
  },
  // In a single file, because the server runs it without access to the disk.
  splitChunks: false,
  tools: {
    ...tools,
    rspack: [
      tools?.rspack ?? {},
      {
        output: { asyncChunks: false },
        // Only a browser starts workers.
        module: { parser: { javascript: { worker: false } } },
        // The base of `new URL('./picture.png', import.meta.url)`, which a function has not. The address is absolute.
        plugins: [new rspack.BannerPlugin({ raw: true, banner: "const __filename = '/';" })],
      },
    ].flat(),
  },
});

/**
 * Throws if a page's HTML has style elements, as it does with styles that are written at run time: the policy of a
 * released page refuses them, so the page would be shown without its styles at first.
 */
function requireNoStyles(pages: PrerenderedPages): void {
  const module = Object.keys(pages).find((name) => /<style[\s>]/i.test(pages[name] ?? ''));
  if (module === undefined) return;
  throw new Error(
    `The HTML of ${module} has a <style> element, which the page’s Content-Security-Policy refuses. Use CSS Modules or plain style sheets there, or leave "prerender" out of its route in remote.json: styles that a script adds (Emotion, styled-components) work once the page’s scripts run`,
  );
}

type BuildStats = Awaited<ReturnType<RsbuildInstance['build']>>['stats'];

/**
 * Evaluates the output of the build for Node. With `require`, a TypeScript loader such as tsx would compile the file
 * once more, which takes half a second of processor time.
 */
function evaluate(file: string, code: string): PrerenderModule {
  const module = { exports: {} as PrerenderModule };
  const run = compileFunction(code, ['module', 'exports', 'require'], { filename: file });
  run(module, module.exports, createRequire(file));
  return module.exports;
}

/**
 * Returns the files of a build's modules, sorted: the modules have no stable order. The build's statistics have them too,
 * but take a tenth of its time.
 */
function filesIn(stats: BuildStats): string[] {
  if (!stats || !('compilation' in stats)) return [];
  return [...stats.compilation.modules].flatMap((each) => each.nameForCondition() ?? []).sort();
}

/** Builds the code that renders pages. Returns it as a script for each language. */
async function buildRenderers(
  root: string,
  config: RsbuildConfig,
  languages: readonly string[],
): Promise<Map<string, string>> {
  try {
    const rsbuild = await createRsbuild({ cwd: root, config });
    const { stats } = await rsbuild.build();
    requireOneReact(root, filesIn(stats));
    const code = await readFile(path.join(root, folder, 'index.cjs'), 'utf8');
    return new Map(
      languages.map((language) => [
        language,
        `const ${languageVariable} = '${language}';\n${code}`,
      ]),
    );
  } finally {
    await rm(path.join(root, folder), { recursive: true, force: true });
  }
}

interface PrerenderOptions {
  /** Path of the kit's `PrerenderModule`. */
  readonly module: string;
  /** Options that all builds of the remote share. */
  readonly basics: RsbuildConfig;
  readonly additions: Additions;
  /** Whether a prerendered page or fragment is open to everyone. */
  readonly isOpen: boolean;
  /** Languages of the remote's builds, English first. */
  readonly languages: readonly string[];
}

/**
 * Adds to a remote's builds the HTML of its prerendered pages and, if one of them or a prerendered fragment is open to
 * everyone, the code that renders them with data on a server. The code is built once for all languages, in parallel with
 * the remote's own build.
 */
export const prerender = (
  root: string,
  { module, basics, additions, isOpen, languages }: PrerenderOptions,
): RsbuildPlugin => ({
  name: 'patchwork:prerender',
  apply: 'build',
  setup(api) {
    let built: Promise<PromiseSettledResult<Map<string, string>>[]>;
    api.onBeforeBuild(() => {
      const config = mergeRsbuildConfig(nodeBuild(root, basics, module, languages), additions);
      built = Promise.allSettled([buildRenderers(root, config, languages)]);
    });
    api.onAfterBuild(async ({ stats }) => {
      const [result] = await built;
      // A failed build has reported its errors and written nothing.
      if (stats?.hasErrors()) return;
      if (result?.status !== 'fulfilled') throw result?.reason;
      for (const [language, renderer] of result.value) {
        const dist = distOf(root, language);
        const file = path.join(dist, rendererFile);
        const pages = await evaluate(file, renderer).prerender(language);
        requireNoStyles(pages);
        await writeFile(path.join(dist, prerenderedFile), JSON.stringify(pages));
        if (isOpen) await writeFile(file, renderer);
      }
    });
  },
});
