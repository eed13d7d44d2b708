export { exists } from './bytes/files.ts';
export { integrityOf } from './bytes/integrity.ts';
export type { Size } from './bytes/size.ts';
export { createGate } from './commands/ask-gate.ts';
export { type CanaryMove, canary, promote, requireCanaries } from './commands/canary.ts';
export { type Checked, check, checkVersion } from './commands/check.ts';
export { checkApiServer } from './commands/check-api.ts';
export type { Gate, ReleaseContext } from './commands/gate-question.ts';
export { history, type ListedHistory } from './commands/history.ts';
export {
  describePreview,
  type ListedPreview,
  type ListedVersion,
  type Listing,
  list,
  listVersions,
} from './commands/list.ts';
export { listUses, type NameUse } from './commands/list-uses.ts';
export { own } from './commands/own.ts';
export type { Move } from './commands/pointers.ts';
export { endPreview, preview, requirePreviewable } from './commands/preview.ts';
export { type Pruned, prune } from './commands/prune.ts';
export { type Published, publish } from './commands/publish.ts';
export { type Recovery, recover } from './commands/recover.ts';
export { rollback } from './commands/rollback.ts';
export { type Withdrawal, withdraw } from './commands/withdraw.ts';
export { writePage } from './commands/write-page.ts';
export { folderOfVersion, shellName } from './folder/folders.ts';
export type { PointerNames } from './folder/pointers.ts';
export { type RegistryDocument, readRegistry, remotesIn } from './folder/registry-document.ts';
export { findRelease } from './folder/versions.ts';
export { emitAllTypes, emitTypes } from './gate/emit-types.ts';
export { type Finding, rules } from './gate/gate.ts';
export { overBudget } from './gate/rules/budget.ts';
export type { Weight } from './gate/weigh.ts';
export { textOf } from './gate/words.ts';
export { readAuthor } from './history/author.ts';
export { logFile } from './history/log.ts';
export { readOwner } from './history/owner.ts';
export type { MoveRecord, PieceChange, PieceState } from './history/record.ts';
export { findChromium } from './load/chromium.ts';
export { createLoading } from './load/load-in-browser.ts';
export type { BuiltPiece } from './publish/built-files.ts';
export { isBuilt, requireBuild } from './publish/require-build.ts';
export { weighBuild } from './publish/weigh-build.ts';
export { messageOf, RefusedError, ReleaseError, UsageError } from './release-error.ts';
export { readPort } from './serve/port.ts';
export { REPORTS_PATH } from './serve/reports.ts';
export type { ReleaseServer, ServeOptions } from './serve/serve.ts';
export { serve } from './serve/serve.ts';
export { explainSystemError } from './system-error.ts';
