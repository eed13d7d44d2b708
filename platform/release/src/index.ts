export type { BuiltPiece } from './build/built-files.ts';
export { isBuilt, requireBuild, weighBuild } from './build/built-files.ts';
export { type Look, lookAtCanary, readMoves } from './commands/auto-canary.ts';
export { type CanaryMove, canary, promote, requireCanaries } from './commands/canary.ts';
export { checkApiServer } from './commands/check-api.ts';
export { type Health, health, type ReadMinutes, type VersionHealth } from './commands/health.ts';
export {
  describePreview,
  history,
  type ListedHistory,
  type ListedPreview,
  type ListedVersion,
  type Listing,
  list,
  listUses,
  listVersions,
  type NameUse,
} from './commands/list.ts';
export { own } from './commands/own.ts';
export { parseOwnersDraft, readOwnersDraft, signOwners } from './commands/owners.ts';
export { endPreview, preview, requirePreviewable } from './commands/preview.ts';
export { type Pruned, prune } from './commands/prune.ts';
export { type Checked, check, checkVersion, type Published, publish } from './commands/publish.ts';
export { type Recovery, recover, writePage } from './commands/recover.ts';
export { rollback, type Withdrawal, withdraw } from './commands/rollback.ts';
export { explainSystemError, messageOf, RefusedError, ReleaseError, UsageError } from './errors.ts';
export type { Size } from './folder/compression.ts';
export { exists } from './folder/files.ts';
export { integrityOf } from './folder/integrity.ts';
export { folderOfVersion, shellName } from './folder/layout.ts';
export type { Move, PointerNames } from './folder/pointers.ts';
export { liveOf, type RegistryDocument, readRegistry, remotesIn } from './folder/registry.ts';
export { findRelease } from './folder/versions.ts';
export { type Finding, rules, textOf } from './gate/findings.ts';
export { createGate } from './gate/gate.ts';
export type { Weight } from './gate/rules/files.ts';
export { overBudget } from './gate/rules/files.ts';
export { emitAllTypes, emitTypes } from './gate/types/emit-types.ts';
export type { Estimate } from './health/buckets.ts';
export { KEPT_MINUTES, type Minute, minutesSchema, type VisitStore } from './health/visits.ts';
export { readAuthor, readOwner } from './history/author.ts';
export type { MoveRecord, PieceChange, PieceState } from './history/history.ts';
export { logFile } from './history/history.ts';
export { nodeProblem } from './http-server/node-support.ts';
export { createLoading, findChromium } from './load/loading.ts';
export { refreshStore } from './move/change-release.ts';
export type { Gate, ReleaseContext } from './move/context.ts';
export { REPORTS_PATH, VISITS_PATH } from './serve/measure.ts';
export type { ReleaseServer, ServeOptions } from './serve/serve.ts';
export { readPort, serve } from './serve/serve.ts';
export { createKey, isPublicKey, readSigner, SignatureError, type Signer } from './signing/keys.ts';
export { examinerOf } from './signing/verify-files.ts';
export { folderObjects, objectStore } from './store/object-store.ts';
export type { ObjectStorage, StoredObject } from './store/objects.ts';
export { ConflictError, folderStore, type ReleaseStore } from './store/store.ts';
