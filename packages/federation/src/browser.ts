export type { FallbackRecord } from './fallback/fallback-record.ts';
export type { RemoteLoader } from './fallback/remote-loader.ts';
export { versionAtFault } from './fallback/version-at-fault.ts';
export { carryOver } from './react/carry-over.ts';
export type { ComponentModule } from './react/component-module.ts';
export { createRemotes } from './react/create-remotes.ts';
export { RemoteBoundary, remoteOfBoundary } from './react/RemoteBoundary.tsx';
export { regionOf } from './react/region.ts';
export type { Remotes } from './react/remotes-context.ts';
export { RemotesContext } from './react/remotes-context.ts';
export type { FilledSlot } from './react/useSlot.ts';
export { useSlot } from './react/useSlot.ts';
export { isAmong } from './registry/choose-remotes.ts';
export type { RemoteComponent } from './runtime/containers.ts';
export { folderOf } from './runtime/folder-of.ts';
export { guardEvaluation } from './runtime/guard-evaluation.ts';
export { enforceIntegrity } from './runtime/integrity.ts';
export { isShopReachable } from './runtime/is-shop-reachable.ts';
export type { FederationRuntime, LoadObserver, ModuleLoader } from './runtime/module-loader.ts';
export { createModuleLoader, pause, RemoteLoadError } from './runtime/module-loader.ts';
export { preloadModule } from './runtime/preload.ts';
export { refuseShared } from './runtime/refuse-shared.ts';
export { whenSettled } from './runtime/scripts.ts';
export type { SharedUse } from './runtime/shared-copies.ts';
export {
  completeSharedRequests,
  pageCopies,
  satisfies,
  sharedBy,
} from './runtime/shared-copies.ts';
export { stylesOf } from './runtime/styles.ts';
export { chooseForVisitor, chooseGoodVersions } from './visitor/choose-for-visitor.ts';
export {
  forgetFailure,
  readFailedVersions,
  rememberFailure,
  rememberHang,
} from './visitor/failed-versions.ts';
export { fetchPreviews } from './visitor/fetch-previews.ts';
export type { ShopRegistry } from './visitor/shop-registry.ts';
export { createShopRegistry } from './visitor/shop-registry.ts';
