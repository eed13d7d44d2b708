import type { Rspack } from '@rsbuild/core';

const commonJs = /(?<=@module-federation[\\/].+)\.cjs$/;

/** The ES module is beside the CommonJS file. */
const moduleBeside = (file: string): string => file.replace(commonJs, '.js');

/**
 * The federation plugin names two modules of its runtime by the path of their CommonJS file, and what
 * these require is CommonJS as well: nothing unused could be left out. All are replaced or none: a
 * runtime that is bundled in both formats has two instances.
 */
export const federationAsModules = (): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const name = 'patchwork:federation-modules';
    // One is the target of an alias, the other is imported by generated code.
    compiler.hooks.afterPlugins.tap(name, () => {
      const { alias = {} } = compiler.options.resolve;
      if (!alias) return;
      for (const [request, target] of Object.entries(alias)) {
        if (typeof target === 'string') alias[request] = moduleBeside(target);
      }
    });
    new compiler.rspack.NormalModuleReplacementPlugin(commonJs, (data) => {
      data.request = moduleBeside(data.request);
    }).apply(compiler);
  },
});
