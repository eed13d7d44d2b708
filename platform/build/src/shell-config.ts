import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { createPageRights, developmentGrants, matchRoute, SOURCE_LANGUAGE } from '@patchwork/host';
import type { RsbuildConfig, RsbuildPlugin, Rspack, ServerConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { buildSync } from 'esbuild';
import { basicsOf, federationBasics, ownFile, publicFoldersOf } from './build-basics.ts';
import { readKit } from './kit.ts';
import { textsIn } from './messages.ts';
import { configFields, configOfPage } from './policy/config-fields.ts';
import { type DevelopmentPage, developmentTrust } from './policy/development.ts';
import { developmentPolicy } from './policy/development-server.ts';
import { sharedByHost } from './shared.ts';
import { workspaceRemotes } from './workspace.ts';

const originOf = ({ developmentPort }: { readonly developmentPort: number }): string =>
  `http://localhost:${developmentPort}`;

/** registry.json of a workspace whose remotes all run from their development servers. */
function developmentRegistry(workspace: string): object {
  const remotes = workspaceRemotes(workspace).map(({ declaration }) => {
    const { id, team, routes, fragments, apis, stores } = declaration;
    const entry = `${originOf(declaration)}/remoteEntry.js`;
    const declared = { id, team, routes, fragments, apis, stores };
    return { id, stable: { ...declared, version: 'development', entry } };
  });
  return { format: 2, remotes };
}

/**
 * Adds an inert preload for each script of a lazy chunk. The browser ignores these preloads, because no medium matches
 * "not all". An inline script activates them when it needs the chunk early. Like scripts, they get integrity hashes.
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
 * Replaces each script element with an inert preload, as in `nameChunkFiles`. In pages without pictures the release makes
 * it work at once (page.ts in platform/release); in others the inline script does, and runs the scripts when the HTML has
 * been painted (start-shell.ts in platform/host).
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
                ...{ media: 'not all', fetchpriority: 'low', 'data-start': true },
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

/** Adds the script in which the workers of remotes begin. */
const emitWorkerStart = (script: string): RsbuildPlugin => ({
  name: 'patchwork:worker-start',
  setup(api) {
    api.processAssets({ stage: 'additional' }, ({ compilation, sources }) => {
      compilation.emitAsset('worker.js', new sources.RawSource(script));
    });
  },
});

interface ShellOptions {
  /** HTML in #root until the first page has been loaded. */
  readonly appShell: string;
  /** Path, relative to the shell's folder, of a script that is inlined into the head, after the registry. */
  readonly inlineScript: string;
  /** Names of lazy chunks whose files the inline script may request early. */
  readonly earlyChunks?: readonly string[];
}

/** Environment variable of `pnpm dev --api`: the API server's address, and the shop's configuration for it. */
function developmentApi(): { readonly url: string; readonly shopConfig: object } | undefined {
  const text = process.env.PATCHWORK_DEV_API;
  return text ? JSON.parse(text) : undefined;
}

/** Runtime configuration of a workspace whose remotes all run from their development servers. */
const developmentConfig = (workspace: string): object => ({
  devtools: {},
  remoteOrigins: workspaceRemotes(workspace).map(({ declaration }) => originOf(declaration)),
  ...developmentApi()?.shopConfig,
});

/** Completes the development page at a path: its rights are those that the remotes' declarations ask for. */
function developmentPage(workspace: string, pathname: string, built: string): DevelopmentPage {
  const remotes = workspaceRemotes(workspace).map(({ declaration }) => declaration);
  const config = developmentConfig(workspace);
  const grants = developmentGrants(remotes, configFields(config).rights);
  const pages = createPageRights(remotes, grants);
  const route = matchRoute(remotes, pathname)?.route.path;
  const page = { config, rights: pages.of(route) };
  const embed = (id: string, text: string) =>
    `<script type="application/json" id="patchwork-${id}">${text.replaceAll('<', '\\u003c')}</script>`;
  const html = built.replace('<!-- patchwork:documents -->', () =>
    [
      embed('trusted', developmentTrust(page)),
      embed('elsewhere', JSON.stringify(pages.elsewhere(route))),
    ].join(''),
  );
  return { ...page, html };
}

/** Options of the development server: the documents that a release embeds in the page, and the proxy to the API. */
function documentServer(workspace: string): ServerConfig {
  const api = developmentApi();
  return {
    ...(api && { proxy: { '/api': api.url } }),
    setup: ({ server }) => {
      const serve = (url: string, document: () => unknown) =>
        server.middlewares.use(url, (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(document()));
        });
      serve('/registry.json', () => developmentRegistry(workspace));
      serve('/config.json', () => configOfPage(developmentConfig(workspace)));
    },
  };
}

/** Names the chunks of libraries after the shell's chunks that use them: `lib-index`, and `lib-mock` for a chunk `mock`. */
const libraryChunk = (_module: unknown, users: readonly Pick<Rspack.Chunk, 'name'>[]): string =>
  ['lib', ...users.map(({ name }) => name)].join('-');

/**
 * Adds a comment that makes V8 compile all functions of the first scripts while they download, off the main thread:
 * nearly all functions run before the first page is interactive. Other engines ignore the comment.
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
          // After the minifier, which drops comments, and before the content hashes.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1,
        }),
      );
      return config;
    });
  },
});

/** Matches a statement that names a component or context for React's developer tools. */
const displayName = /^\w+\.displayName = "[^"]*";$/gm;

/** Matches the only statement in which the router's development build differs from its production build. */
const warnings = /^var ENABLE_DEV_WARNINGS = true;$/m;

/** Matches the creation of a component at top level. */
const createdComponent = /(?<=^var \w+ = )React\d*\.forwardRef\(/gm;

/**
 * Lets the bundler leave out the components of React Router that the host doesn't use, 1.4 kB with brotli, and the
 * warnings for developers. The bundler would otherwise keep the top-level statements that create and name components, as
 * side effects. React Router 7.18 has a production build, but its package.json leads every bundler to the other.
 */
const shakeRouter = (): RsbuildPlugin => ({
  name: 'patchwork:shake-router',
  apply: 'build',
  setup(api) {
    api.transform({ test: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/ }, ({ code }) =>
      code
        .replace(warnings, 'var ENABLE_DEV_WARNINGS = false;')
        .replaceAll(displayName, '')
        .replaceAll(createdComponent, '/* @__PURE__ */ $&'),
    );
  },
});

const hotReload = ownFile('refresh-hook');

/** Build of the host. It doesn't name any remotes: the registry lists them at run time. */
export const shellConfig =
  (root: string, { appShell, inlineScript, earlyChunks = [] }: ShellOptions) =>
  async (): Promise<RsbuildConfig> => {
    const kit = await readKit(root);
    const basics = basicsOf('shell', root, 3000, kit);
    const workerStart = bundleInline(ownFile('worker-start'));
    return {
      ...basics,
      server: {
        ...basics.server,
        publicDir: [{ name: 'public' }, ...publicFoldersOf(kit)],
        ...documentServer(path.dirname(root)),
      },
      source: { entry: { index: './src/main.tsx' } },
      // In the page's HTML, which would otherwise wait a round trip longer for a file.
      output: { ...basics.output, inlineStyles: true },
      // The page has the hashes of its scripts and styles, which have those of lazy chunks. SHA-256 hashes are a third
      // shorter than the default's, and hashes don't compress.
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
        // Without a content hash, so that the next release's file can be sent as a delta against this one.
        cacheGroups: {
          defaultVendors: { test: /[\\/]node_modules[\\/]/, priority: -10, name: libraryChunk },
        },
      },
      plugins: [
        // The router is in the libraries' file: every page needs it, and one file compresses better than two.
        pluginReact({ splitChunks: { router: false } }),
        textsIn(SOURCE_LANGUAGE),
        ...earlyChunks.map(nameChunkFiles),
        startAfterPaint(),
        developmentPolicy({
          ...{ environment: 'web', isAlone: false },
          pageAt: (pathname, html) => developmentPage(path.dirname(root), pathname, html),
          workerStart,
        }),
        compileAhead(),
        shakeRouter(),
        emitWorkerStart(workerStart),
        pluginModuleFederation({
          ...federationBasics,
          name: 'shell',
          remotes: {},
          shared: sharedByHost(root, kit),
          experiments: {
            provideExternalRuntime: true,
            optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
          },
        }),
      ],
    };
  };
