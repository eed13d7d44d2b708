export { savesData } from './dom/saves-data.ts';
export type { ContainerRuntime } from './loading/container-runtime.ts';
export type { ComponentModule, RemoteComponent } from './loading/containers.ts';
export type { FallbackRecord } from './loading/fallback.ts';
export { versionAtFault } from './loading/fallback.ts';
export { guardEvaluation } from './loading/guard-evaluation.ts';
export type { LoadObserver, ModuleLoader } from './loading/module-loader.ts';
export {
  createModuleLoader,
  isMissingFile,
  isShopReachable,
  LOAD_ATTEMPTS,
  pause,
  RemoteLoadError,
} from './loading/module-loader.ts';
export { stylesOf, whenLoadEnds } from './loading/page-elements.ts';
export type { RemoteLoader } from './loading/remote-loader.ts';
export type { SharedUse } from './loading/shared-copies.ts';
export {
  completeSharedRequests,
  pageCopies,
  refuseShared,
  satisfies,
  sharedBy,
} from './loading/shared-copies.ts';
export { folderOf, preloadModule } from './loading/version-files.ts';
export { createRemotes } from './react/create-remotes.ts';
export { isOfHost, RemoteBoundary, regionOf, remoteOfBoundary } from './react/RemoteBoundary.tsx';
export type { FragmentsInHtml, Remotes } from './react/remotes-context.ts';
export { RemotesContext, useFiller, useRemotes } from './react/remotes-context.ts';
export { FragmentInHtml } from './react/Slot.tsx';
export { captureInput } from './react/user-input.ts';
export { isAmong } from './registry/choose-remotes.ts';
export { chooseForVisitor, chooseGoodVersions } from './visitor/choose-for-visitor.ts';
export { documentLanguage } from './visitor/document-language.ts';
export {
  forgetFailure,
  readFailedVersions,
  rememberFailure,
  rememberHang,
} from './visitor/failed-versions.ts';
export type { ShopRegistry } from './visitor/shop-registry.ts';
export { createShopRegistry, fetchPreviews } from './visitor/shop-registry.ts';
