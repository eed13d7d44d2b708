export type { CallOutcome } from '@patchwork/api';
export type { FallbackRecord, SharedUse } from '@patchwork/federation/browser';
export type { DevtoolsPanelProps, Inspection } from './inspection.ts';
export type { CallRecord } from './logs/call-log.ts';
export type { ErrorRecord } from './logs/error-record.ts';
export type { LoadRecord } from './logs/load-log.ts';
export type { WriteRecord } from './logs/observed-store.ts';
export type { PageLogs } from './logs/page-logs.ts';
export { createPageLogs } from './logs/page-logs.ts';
export { reproductionHash } from './panel/reproduction-hash.ts';
export { loadRemoteChanges } from './remote-changes/load-remote-changes.ts';
export type { ServedShop } from './remote-changes/shop.ts';
export { withoutDevtools } from './remote-changes/without-devtools.ts';
export type {
  Breakage,
  CheckedOverride,
  Override,
  RemoteChanges,
  RemoteControls,
} from './remote-controls.ts';
export { breakages } from './remote-controls.ts';
