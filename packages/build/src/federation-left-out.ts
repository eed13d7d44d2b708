/*
 * Replaces four modules of the federation runtime (see build-basics.ts): no shared package is tree-shaken here,
 * and no module registers itself after its script began. Together they are 1 kB of every remote's entry; each of them
 * alone is 0.7 kB or more of what a visitor downloads by idle, the shell and three entries.
 */

interface Bundler {
  readonly webpackRequire: {
    readonly federation: {
      readonly runtime: { readonly init: (options: object) => unknown };
      readonly initOptions: object;
    };
  };
}

/** init.js: would add a plugin for tree-shaken shared packages. */
export const init = ({ webpackRequire: { federation } }: Bundler): unknown =>
  federation.runtime.init(federation.initOptions);

/** getSharedFallbackGetter.js: would look for the copy of a tree-shaken package. */
export const getSharedFallbackGetter = <Factory>({ factory }: { factory: Factory }): Factory =>
  factory;

/** updateOptions.js: would register modules that were not known when the script began. */
export const updateConsumeOptions = (): void => undefined;
export const updateRemoteOptions = (): void => undefined;

/** installInitialConsumes.js, of remotes: would provide packages that are needed before the first module. */
export function installInitialConsumes({ initialConsumes }: { initialConsumes: unknown[] }): void {
  if (initialConsumes.length > 0)
    throw new Error('left out: see packages/build/src/build-basics.ts');
}
