/*
 * Replacements for four modules of the federation runtime (see build-basics.ts), for features that this shop doesn't
 * use: tree-shaken shared packages, and modules that are registered after startup. Together they save 1 kB in every
 * remote's entry. Each saves at least 0.7 kB of the bytes that a visitor downloads until the page is idle (the shell
 * and three entries).
 */

interface Bundler {
  readonly webpackRequire: {
    readonly federation: {
      readonly runtime: { readonly init: (options: object) => unknown };
      readonly initOptions: object;
    };
  };
}

/** Replaces init.js, which adds a plugin for tree-shaken shared packages. */
export const init = ({ webpackRequire: { federation } }: Bundler): unknown =>
  federation.runtime.init(federation.initOptions);

/** Replaces getSharedFallbackGetter.js, which finds the copy of a tree-shaken package. */
export const getSharedFallbackGetter = <Factory>({ factory }: { factory: Factory }): Factory =>
  factory;

/** Replaces updateOptions.js, which registers modules after startup. */
export const updateConsumeOptions = (): void => undefined;
export const updateRemoteOptions = (): void => undefined;

/** Replaces, in remotes only, installInitialConsumes.js, which provides packages before the first module runs. */
export function installInitialConsumes({ initialConsumes }: { initialConsumes: unknown[] }): void {
  if (initialConsumes.length > 0)
    throw new Error('left out: see platform/build/src/build-basics.ts');
}
