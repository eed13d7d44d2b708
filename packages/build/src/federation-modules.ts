import type { Rspack } from '@rsbuild/core';
import { ownFile } from './own-file.ts';

const commonJs = /(?<=@module-federation[\\/].+)\.cjs$/;

/** The ES module is beside the CommonJS file. */
const moduleBeside = (file: string): string => file.replace(commonJs, '.js');

/** Imports, within the runtime, of its parts that have nothing to do in this shop. */
const leftOut =
  /^\.[./\w]*\/(?:preload|SnapshotHandler|remotes|init|getSharedFallbackGetter|updateOptions)\.js$/;

/** And in a remote: it asks for the host's packages with each page, and for none before. */
const leftOutOfRemotes = /^\.\/installInitialConsumes\.js$/;

/** Imported by the container's code as a whole, which would keep all of it. */
const allOfRuntime = /^@module-federation\/runtime$/;

/**
 * The federation plugin names two modules of its runtime by the path of their CommonJS file, and what
 * these require is CommonJS as well: nothing unused could be left out. All are replaced or none: a
 * runtime that is bundled in both formats has two instances.
 *
 * A production build also leaves out what the runtime could only do in other shops. An update of the
 * runtime that moves a file puts it back, which the budgets show; one that adds an export does not build.
 */
export const federationAsModules = (piece: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const { NormalModuleReplacementPlugin } = compiler.rspack;
    const name = 'patchwork:federation-modules';
    // One is the target of an alias, the other is imported by generated code.
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
    replace(leftOut, '@module-federation', 'federation-left-out');
    replace(allOfRuntime, 'webpack-bundler-runtime', 'federation-start');
    if (piece === 'shell') return;
    replace(leftOutOfRemotes, '@module-federation', 'federation-left-out');
  },
});
