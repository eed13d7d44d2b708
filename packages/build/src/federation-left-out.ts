/*
 * Replaces four modules of the federation runtime (see build-basics.ts): no shared package is tree-shaken here, and no
 * module registers itself after its script began. Together they would add 1 kB to every remote's entry. Each alone
 * would add 0.7 kB or more to what a visitor downloads until the page is idle: the shell and three entries.
 */

interface Bundler {
  readonly webpackRequire: {
    readonly federation: {
      readonly runtime: { readonly init: (options: object) => unknown };
      readonly initOptions: object;
    };
  };
}

/** Stands in for init.js, which adds a plugin for tree-shaken shared packages. */
export const init = ({ webpackRequire: { federation } }: Bundler): unknown =>
  federation.runtime.init(federation.initOptions);

/** Stands in for getSharedFallbackGetter.js, which looks for the copy of a tree-shaken package. */
export const getSharedFallbackGetter = <Factory>({ factory }: { factory: Factory }): Factory =>
  factory;

/** Stands in for updateOptions.js, which registers modules that were not known when the script began. */
export const updateConsumeOptions = (): void => undefined;
export const updateRemoteOptions = (): void => undefined;

/**
 * Stands in for installInitialConsumes.js of remotes, which provides packages that are needed before the first module.
 */
export function installInitialConsumes({ initialConsumes }: { initialConsumes: unknown[] }): void {
  if (initialConsumes.length > 0)
    throw new Error('left out: see packages/build/src/build-basics.ts');
}
