import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import type { RsbuildConfig, RsbuildPlugin, Rspack, ServerConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { buildSync } from 'esbuild';
import { basicsOf, federationBasics, ownFile, samplePictures } from './build-basics.ts';
import { sharedByHost } from './shared.ts';
import { workspaceRemotes } from './workspace.ts';

const originOf = ({ developmentPort }: { readonly developmentPort: number }): string =>
  `http://localhost:${developmentPort}`;

/** The registry.json of a workspace whose remotes all run from their development servers. */
function developmentRegistry(workspace: string): object {
  const remotes = workspaceRemotes(workspace).map(({ declaration }) => {
    const { id, team, routes, fragments, stores } = declaration;
    const entry = `${originOf(declaration)}/remoteEntry.js`;
    return { id, stable: { id, team, routes, fragments, stores, version: 'development', entry } };
  });
  return { format: 2, remotes };
}

/**
 * Adds a preload of each script of a lazy chunk to the page, for a script that decides whether to fetch them early. The
 * browser itself does not fetch them: no medium matches "not all". A preload gets a hash as a script does.
 */
const nameChunkFiles = (chunk: string): RsbuildPlugin => ({
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

/**
 * Makes the page only download its scripts: `<link rel="preload" data-start>` takes the place of each script element.
 * The page's inline script runs them after it has shown the page's HTML.
 */
const startAfterPaint = (): RsbuildPlugin => ({
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

const bundleInline = (file: string): string =>
  buildSync({ entryPoints: [file], bundle: true, minify: true, format: 'iife', write: false })
    .outputFiles.map(({ text }) => text.trim())
    .join('');

interface ShellOptions {
  /** HTML shown inside #root until the first page is there. */
  readonly appShell: string;
  /** A script that is inlined into the HTML's head, after the registry. */
  readonly inlineScript: string;
}

/** Serves the documents of the page in development: a release writes them into it instead. */
function documentServer(workspace: string): ServerConfig {
  // `pnpm dev --api` runs an API server, and says here where it is and how the shop is configured for it.
  const text = process.env.PATCHWORK_DEV_API;
  const api: { url: string; shopConfig: object } | undefined = text && JSON.parse(text);
  return {
    ...(api && { proxy: { '/api': api.url } }),
    setup: ({ server }) => {
      const serve = (url: string, document: () => unknown) =>
        server.middlewares.use(url, (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(document()));
        });
      serve('/registry.json', () => developmentRegistry(workspace));
      serve('/config.json', () => ({
        devtools: {},
        remoteOrigins: workspaceRemotes(workspace).map(({ declaration }) => originOf(declaration)),
        ...api?.shopConfig,
      }));
    },
  };
}

/** Names the chunk of the libraries that the same chunks of the shell use: `lib-index` and `lib-mock`. */
const libraryChunk = (_module: unknown, users: readonly Pick<Rspack.Chunk, 'name'>[]): string =>
  ['lib', ...users.map(({ name }) => name)].join('-');

/**
 * Tells V8 to compile every function of the first scripts while they download, off the main thread: nearly all of them
 * run before the first page is usable. Other engines read a comment.
 */
const compileAhead = (): RsbuildPlugin => ({
  name: 'patchwork:compile-ahead',
  apply: 'build',
  setup(api) {
    api.modifyRspackConfig((config, { rspack, appendPlugins }) => {
      appendPlugins(
        new rspack.BannerPlugin({
          ...{ banner: '//# allFunctionsCalledOnLoad', raw: true },
          test: /^static\/js\/[\w-]+(?:\.\w+)?\.js$/,
          // After the minifier, which drops comments, and before files are named by their content.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1,
        }),
      );
      return config;
    });
  },
});

const hotReload = ownFile('refresh-hook');

/** The build of the host. It names no remote: those come from the registry, when the page is read. */
export function shellConfig(root: string, { appShell, inlineScript }: ShellOptions): RsbuildConfig {
  const basics = basicsOf('shell', root, 3000);
  return {
    ...basics,
    server: {
      ...basics.server,
      publicDir: [{ name: 'public' }, samplePictures],
      ...documentServer(path.dirname(root)),
    },
    source: { entry: { index: './src/main.tsx' } },
    // The page has the hashes of its scripts and styles, which have those of the lazy ones. SHA-256 hashes are a third
    // shorter than the default's, and hashes do not compress.
    security: { sri: { enable: 'auto', algorithm: 'sha256' } },
    html: {
      template: './index.html',
      tags: (tags) =>
        process.env.NODE_ENV === 'development'
          ? [{ tag: 'script', children: bundleInline(hotReload), head: true }, ...tags]
          : tags,
      templateParameters: { appShell, inlineScript: bundleInline(path.join(root, inlineScript)) },
    },
    splitChunks: {
      // A constant name, so that the next release's file is sent as its difference from this one.
      cacheGroups: {
        defaultVendors: { test: /[\\/]node_modules[\\/]/, priority: -10, name: libraryChunk },
      },
    },
    plugins: [
      pluginReact(),
      nameChunkFiles('mock'),
      nameChunkFiles('mock-shopper'),
      startAfterPaint(),
      compileAhead(),
      pluginModuleFederation({
        ...federationBasics,
        name: 'shell',
        remotes: {},
        shared: sharedByHost(root),
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
      }),
    ],
  };
}
