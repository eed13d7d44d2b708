import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RsbuildConfig, Rspack } from '@rsbuild/core';

/**
 * Returns the path of a module of this package that is compiled into a piece, by its name without ending:
 * TypeScript in the workspace, JavaScript where the package is installed.
 */
export function ownFile(name: string): string {
  const files = ['.ts', '.tsx', '.js'].map((ending) =>
    path.join(import.meta.dirname, name + ending),
  );
  const file = files.find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`@patchwork/build lacks its file ${name}: install it again`);
  return file;
}

/** Letters of the shortest id: two of a piece's few hundred modules seldom share them. */
const SHORTEST_ID = 3;

/** Matches the end of a concatenated module's identifier: a hash that is made from absolute paths too. */
const concatenationHash = /\|[\da-f]{16}$/;

const digestOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('base64')
    .replaceAll(/[^A-Za-z]/g, '');

/**
 * Names modules after their path in the workspace. Rspack's own ids also depend on where the workspace
 * is: shared modules and the federation runtime's entry carry absolute paths in their identifiers. With
 * these, two machines that build the same sources and lockfile get the same bytes.
 */
const portableModuleIds = (workspace: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    // A development build keeps readable ids.
    if (compiler.options.mode !== 'production') return;
    const portable = (identifier: string) =>
      identifier
        .replaceAll(workspace, '')
        .replaceAll(encodeURIComponent(workspace), '')
        .replace(concatenationHash, '');
    compiler.hooks.compilation.tap('patchwork:portable-module-ids', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('patchwork:portable-module-ids', (modules) => {
        const named = [...modules].map((module) => {
          // This hook passes the identifier as a text, whatever its type says.
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

const commonJs = /(?<=@module-federation[\\/].+)\.cjs$/;

const moduleBeside = (file: string): string => file.replace(commonJs, '.js');

/** Matches imports, within the runtime, of modules that this shop does not need. */
const leftOut = /^\.\/(?:init|getSharedFallbackGetter|updateOptions)\.js$/;

/**
 * Matches the import of the module that requests the host's packages when the script starts. Remotes do not need it:
 * they request them only with each page.
 */
const leftOutOfRemotes = /^\.\/installInitialConsumes\.js$/;

/** Matches the container's import of the runtime, which would keep all of it in the build. */
const allOfRuntime = /^@module-federation\/runtime$/;

/**
 * Replaces the CommonJS files of the federation runtime by ES modules, from which unused code can be left out. All are
 * replaced or none: a runtime that is bundled in both formats has two instances. A production build also leaves out
 * some of its modules. If an update of the runtime moves one, it is in the build again, which the budgets show; if an
 * update adds an export to one, the build fails.
 */
const federationAsModules = (piece: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const { NormalModuleReplacementPlugin } = compiler.rspack;
    const name = 'patchwork:federation-modules';
    // An alias leads to the first of these files, and generated code imports the other.
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
  },
});

/** Federation options of the host and the remotes. */
export const federationBasics = {
  // A dead remote must not keep the host from starting.
  shareStrategy: 'loaded-first',
  // Contracts are checked when a piece is published, not while it is built.
  dts: false,
} as const;

/** Browsers with light-dark() and CSS nesting: nothing is rewritten for older ones. */
const overrideBrowserslist = ['chrome >= 123', 'edge >= 123', 'firefox >= 121', 'safari >= 17.5'];

/**
 * Replacement of lodash, in less than half the bytes: a folder with the functions that Mirage imports, one file each.
 */
const lodash = path.dirname(fileURLToPath(import.meta.resolve('es-toolkit/compat/isEqual')));

const localOrigins = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** Build options of every piece. `root` is its folder, `port` its development server's. */
export const basicsOf = (piece: string, root: string, port: number): RsbuildConfig => ({
  root,
  server: { port, strictPort: true, cors: { origin: localOrigins } },
  // Lazy compilation hides exposed modules from the host.
  dev: { lazyCompilation: false },
  output: {
    overrideBrowserslist,
    // Two remotes that each hold src/Card.module.css would get the same class without the prefix.
    cssModules: { localIdentName: `${piece}-[local]-[hash:base64:6]` },
  },
  resolve: { alias: { lodash } },
  tools: {
    rspack: {
      plugins: [portableModuleIds(path.dirname(root)), federationAsModules(piece)],
    },
  },
});

/** Folder of the sample data's pictures, for pages that start the mock. */
export const samplePictures = {
  name: path.join(import.meta.dirname, '../../../mock-server/public'),
};
