export { chooseForVisitor } from './browser/choose-for-visitor.ts';
export { forgetBad, rememberBad } from './browser/visitor.ts';
export type { HealingLoader } from './fallback/fallback-loader.ts';
export type { FallbackRecord } from './fallback/fallback-record.ts';
export { reportHealed } from './fallback/report-fallback.ts';
export type { ComponentModule } from './react/contract.ts';
export { ErrorFence } from './react/ErrorFence.tsx';
export { LeavingFence } from './react/LeavingFence.tsx';
export { regionOf } from './react/region.ts';
export type { Remotes } from './react/remotes.tsx';
export { createRemotes, RemotesProvider, useRemotes } from './react/remotes.tsx';
export { Slot } from './react/Slot.tsx';
export type { FilledSlot } from './react/useSlot.ts';
export { useSlot } from './react/useSlot.ts';
export type { Part } from './runtime/containers.ts';
export { enforceIntegrity } from './runtime/integrity.ts';
export type { FederationRuntime, Loader, LoadObserver } from './runtime/loader.ts';
export { createLoader, RemoteLoadError } from './runtime/loader.ts';
export { refuseShared } from './runtime/refuse-shared.ts';
export type { SharedUse } from './runtime/shared-copies.ts';
export {
  completeSharedRequests,
  pageCopies,
  satisfies,
  sharedBy,
} from './runtime/shared-copies.ts';
export { stylesOf } from './runtime/styles.ts';
