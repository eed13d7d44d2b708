import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildConfig, Rspack } from '@rsbuild/core';
import { safeFileNames } from './file-names.ts';
import type { Kit } from './kit.ts';

/**
 * Returns the path of one of this package's modules, to bundle it into a piece. Throws if it is missing. `name` has no
 * extension: the file is TypeScript in the workspace and JavaScript in the published package.
 */
export function ownFile(name: string): string {
  const files = ['.ts', '.tsx', '.js'].map((ending) =>
    path.join(import.meta.dirname, name + ending),
  );
  const file = files.find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`@patchwork/build lacks its file ${name}: install it again`);
  return file;
}

/** Length of the shortest ids, at which collisions are rare among a piece's few hundred modules. */
const SHORTEST_ID = 3;

/** Matches the end of a concatenated module's identifier: a hash that depends on absolute paths. */
const concatenationHash = /\|[\da-f]{16}$/;

const digestOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('base64')
    .replaceAll(/[^A-Za-z]/g, '');

/**
 * Derives the ids of modules from their paths in the workspace. Rspack's own ids depend on the workspace's absolute
 * path, because the identifiers of shared modules and of the federation runtime's entry contain it. With these ids, two
 * machines build identical bytes from the same sources and lockfile.
 */
const portableModuleIds = (workspace: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    // Development builds keep readable ids.
    if (compiler.options.mode !== 'production') return;
    const portable = (identifier: string) =>
      identifier
        .replaceAll(workspace, '')
        .replaceAll(encodeURIComponent(workspace), '')
        .replace(concatenationHash, '');
    compiler.hooks.compilation.tap('patchwork:portable-module-ids', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('patchwork:portable-module-ids', (modules) => {
        const named = [...modules].map((module) => {
          // At run time this hook passes a string, whatever its type says.
          const identifier: unknown = module.identifier;
          return { module, name: portable(String(identifier)) };
        });
        const taken = new Set<string>();
        for (const { module, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
          const digest = digestOf(name);
          let length = SHORTEST_ID;
          while (taken.has(digest.slice(0, length))) length += 1;
          const id = digest.slice(0, length);
          taken.add(id);
          Object.assign(module, { id });
        }
      });
    });
  },
});

/** Matches the hashes of the chunks' scripts, or of their styles, in a piece's first script. */
const chunkHashes = /(?<=\.sri\w*Hashes=\{)[^}]+/g;

/**
 * Sorts the hashes of a piece's chunks. Rspack lists them by the chunks' internal numbers, which depend on the builds
 * that run at the same time. Unsorted, two builds of the same sources could have different versions.
 */
const sortedChunkHashes = (): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    if (compiler.options.mode !== 'production') return;
    const name = 'patchwork:sorted-chunk-hashes';
    // Runs after the minifier, and before the hashes replace their placeholders: the page contains the hash of the
    // shell's first script.
    const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
    compiler.hooks.compilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          if (!file.endsWith('.js') || file.includes('/async/')) continue;
          const code = source.source().toString();
          const sorted = code.replaceAll(chunkHashes, (list) => list.split(',').sort().join());
          if (sorted === code) continue;
          compilation.updateAsset(file, new compiler.rspack.sources.RawSource(sorted));
        }
      });
    });
  },
});

const commonJs = /(?<=@module-federation[\\/].+)\.cjs$/;

const moduleBeside = (file: string): string => file.replace(commonJs, '.js');

/** Matches the federation runtime's imports of modules that pieces don't need. */
const leftOut = /^\.\/(?:init|getSharedFallbackGetter|updateOptions)\.js$/;

/**
 * Matches the import of the module that requests the host's packages at startup. Remotes don't need it: they request
 * packages per page.
 */
const leftOutOfRemotes = /^\.\/installInitialConsumes\.js$/;

/** Matches the import of the whole runtime in a container's code. This import would defeat tree shaking. */
const allOfRuntime = /^@module-federation\/runtime$/;

/** Matches the import of the runtime's whole core in the plugin by which the host provides the runtime to remotes. */
const allOfCore = /^@module-federation\/runtime-tools\/runtime-core$/;

/**
 * Replaces the federation runtime's CommonJS files with its ES modules, which can be tree-shaken. All files must be
 * replaced: otherwise a bundle has two instances of the runtime, one in each format. Production builds also drop some
 * modules. If an update of the runtime moves a dropped module, the module is bundled again, and the budgets show it; if
 * an update adds an export, the build fails.
 */
const federationAsModules = (piece: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const { NormalModuleReplacementPlugin } = compiler.rspack;
    const name = 'patchwork:federation-modules';
    // The CommonJS files are named in two places: in the federation plugin's aliases, and in the code that it
    // generates.
    compiler.hooks.afterPlugins.tap(name, () => {
      const { alias = {} } = compiler.options.resolve;
      if (!alias) return;
      for (const [request, target] of Object.entries(alias)) {
        if (typeof target === 'string') alias[request] = moduleBeside(target);
      }
    });
    new NormalModuleReplacementPlugin(commonJs, (data) => {
      data.request = moduleBeside(data.request);
    }).apply(compiler);
    if (compiler.options.mode !== 'production') return;
    const replace = (request: RegExp, within: string, replacement: string) =>
      new NormalModuleReplacementPlugin(request, (data) => {
        if (data.context.includes(within)) data.request = ownFile(replacement);
      }).apply(compiler);
    replace(leftOut, 'webpack-bundler-runtime', 'federation-left-out');
    if (piece !== 'shell') {
      replace(leftOutOfRemotes, 'webpack-bundler-runtime', 'federation-left-out');
    }
    replace(allOfRuntime, 'webpack-bundler-runtime', 'federation-start');
    replace(allOfCore, 'inject-external-runtime-core-plugin', 'federation-core');
  },
});

export const federationBasics = {
  // A missing remote must not keep the host from starting.
  shareStrategy: 'loaded-first',
  // Types are checked when a piece is published, not while it is built.
  dts: false,
} as const;

/** Browsers with light-dark() and CSS nesting. Nothing is compiled for older ones. */
const overrideBrowserslist = ['chrome >= 123', 'edge >= 123', 'firefox >= 121', 'safari >= 17.5'];

const localOrigins = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** Bundler rule that makes files of the pictures and fonts that a source file contains as data: addresses. */
const writtenPictures: Rspack.RuleSetRule = {
  ...{ scheme: 'data', dependency: 'url', mimetype: /^(?:image|font)\// },
  type: 'asset/resource',
  generator: { filename: 'static/data/[contenthash:10][ext]' },
};

/** Build options of every piece. `root` is the piece's folder, `port` its development server's port. */
export const basicsOf = (
  piece: string,
  root: string,
  port: number,
  { alias = {} }: Kit,
): RsbuildConfig => ({
  root,
  server: { port, strictPort: true, cors: { origin: localOrigins } },
  // Lazy compilation would hide exposed modules from the host.
  dev: { lazyCompilation: false },
  output: {
    overrideBrowserslist,
    // Small files would become data: addresses, which the released page's Content-Security-Policy refuses.
    dataUriLimit: 0,
    // Without the prefix, src/Card.module.css in two remotes would get the same class names.
    cssModules: { localIdentName: `${piece}-[local]-[hash:base64:6]` },
  },
  resolve: { alias },
  tools: {
    rspack: {
      module: { rules: [writtenPictures] },
      plugins: [
        portableModuleIds(path.dirname(root)),
        sortedChunkHashes(),
        safeFileNames(),
        federationAsModules(piece),
      ],
    },
  },
});

/** Folders of the kit whose files are served with a page, and copied into its build. */
export const publicFoldersOf = ({ publicFolders = [] }: Kit) =>
  publicFolders.map((name) => ({ name }));
