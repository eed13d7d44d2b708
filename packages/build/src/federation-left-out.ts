/*
 * Takes the place of parts of the federation runtime that have nothing to do in this shop (see
 * build-basics.ts): no remote is named in a build, none is described by a manifest, none is
 * preloaded by the runtime, and shared packages are not tree-shaken.
 */

interface Bundler {
  readonly webpackRequire: {
    readonly federation: {
      readonly runtime: { readonly init: (options: object) => unknown };
      readonly initOptions: object;
    };
  };
}

function leftOut(): never {
  throw new Error('left out of the federation runtime: see packages/build/src/build-basics.ts');
}

// preload.js, remotes.js
export {
  leftOut as defaultPreloadArgs,
  leftOut as formatPreloadArgs,
  leftOut as normalizePreloadExposes,
  leftOut as preloadAssets,
  leftOut as remotes,
};

/** SnapshotHandler.js: would read manifests. What is left is what registering and removing a remote touch. */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: (): void => undefined };
  readonly manifestCache = new Map<string, unknown>();
  readonly loadRemoteSnapshotInfo = leftOut;
}

export const getGlobalRemoteInfo = (): object => ({});

/** init.js: would add a plugin for tree-shaken shared packages. */
export const init = ({ webpackRequire: { federation } }: Bundler): unknown =>
  federation.runtime.init(federation.initOptions);

/** getSharedFallbackGetter.js: would look for the copy of a tree-shaken package. */
export const getSharedFallbackGetter = <Factory>({ factory }: { factory: Factory }): Factory =>
  factory;

/** updateOptions.js: would register modules that were not known when the script began. */
export const updateConsumeOptions = (): void => undefined;

/** installInitialConsumes.js, of remotes: would provide what is needed before the first module is asked for. */
export function installInitialConsumes({ initialConsumes }: { initialConsumes: unknown[] }): void {
  if (initialConsumes.length > 0) leftOut();
}
