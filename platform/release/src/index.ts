export {
  invitationSchema,
  type Outcome,
  outcomeSchema,
  piecesOf,
  refusedSchema,
  UPLOADS_PATH,
  type Upload,
  uploadCommands,
} from './accept/request.ts';
export type { BuiltPiece } from './build/built-files.ts';
export { isBuilt, requireBuild, weighBuild } from './build/built-files.ts';
export type { Weight } from './build/weight.ts';
export { overBudget } from './build/weight.ts';
export { assignRepository } from './commands/assign-repository.ts';
export { readAuthor, readRepository } from './commands/author.ts';
export { type Look, lookAtCanary, readMoves } from './commands/auto-canary.ts';
export { lookAtSetting } from './commands/auto-setting.ts';
export { type CanaryMove, canary, promote, requireCanaries } from './commands/canary.ts';
export { checkApiServer } from './commands/check-api.ts';
export { type Health, health, type ReadMinutes, type VersionHealth } from './commands/health.ts';
export {
  canaryLink,
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
export { endPreview, preview, requirePreviewable } from './commands/preview.ts';
export { type Pruned, prune } from './commands/prune.ts';
export { type Checked, check, checkVersion, type Published, publish } from './commands/publish.ts';
export { type Recovery, recover, writePage } from './commands/recover.ts';
export { rollback, type Withdrawal, withdraw } from './commands/rollback.ts';
export { type SettingMove, set, unset } from './commands/set.ts';
export { parseOwnersDraft, readOwnersDraft, signOwners } from './commands/sign-owners.ts';
export { explainSystemError, messageOf, RefusedError, ReleaseError, UsageError } from './errors.ts';
export { type Finding, refusal, rules, textOf } from './findings.ts';
export { createGate } from './gate/gate.ts';
export { emitAllTypes, emitTypes } from './gate/types/emit-types.ts';
export type { Estimate } from './health/buckets.ts';
export {
  KEPT_MINUTES,
  type Minute,
  minutesSchema,
  type VisitStore,
} from './health/visit-counts.ts';
export { nodeProblem } from './http-server/node-support.ts';
export { refreshStore } from './pointers/change-release.ts';
export type { Gate, ReleaseContext } from './pointers/context.ts';
export type { Move } from './pointers/next-pointers.ts';
export type { Size } from './release-folder/compression.ts';
export { exists, listFiles, publishedFiles, replaceFile } from './release-folder/files.ts';
export type { MoveRecord, PieceChange, PieceState } from './release-folder/history.ts';
export { logFile } from './release-folder/history.ts';
export { integrityOf } from './release-folder/integrity.ts';
export {
  createKey,
  isPublicKey,
  readSigner,
  SignatureError,
  type Signer,
} from './release-folder/keys.ts';
export { folderOfVersion, shellName } from './release-folder/layout.ts';
export { folderObjects, objectStore } from './release-folder/object-store/object-store.ts';
export type { ObjectStorage, StoredObject } from './release-folder/object-store/objects.ts';
export type { PointerNames } from './release-folder/piece-pointers.ts';
export {
  liveOf,
  type RegistryDocument,
  readRegistry,
  remotesIn,
} from './release-folder/registry.ts';
export { examinerOf } from './release-folder/signing/verify-files.ts';
export { ConflictError, folderStore, type ReleaseStore } from './release-folder/store.ts';
export { findRelease } from './release-folder/versions.ts';
export { REPORTS_PATH, VISITS_PATH } from './serve/measure.ts';
export type { Delegate, ReleaseServer, ServeOptions } from './serve/serve.ts';
export { readPort, serve } from './serve/serve.ts';
export { findChromium } from './smoke-test/chromium.ts';
export { createEarlySmokeTest } from './smoke-test/early-trial.ts';
export { createSmokeTest, type SmokeTest } from './smoke-test/smoke-test.ts';
export type { Found, PackageSource } from './upgrade/package-source.ts';
export { planUpgrade } from './upgrade/plan.ts';
export type { JudgedUse, UpgradePlan } from './upgrade/upgrade-plan.ts';
