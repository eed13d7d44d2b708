export type { CallOutcome } from '@patchwork/api';
export type { FallbackRecord, SharedUse } from '@patchwork/federation/browser';
export type { DevtoolsPanelProps, Inspection } from './inspection.ts';
export { loadRemoteChanges } from './load-remote-changes.ts';
export type { CallRecord, ErrorRecord, LoadRecord, PageLogs, WriteRecord } from './page-logs.ts';
export { createPageLogs } from './page-logs.ts';
export type {
  Breakage,
  CheckedOverride,
  Override,
  RemoteChanges,
  RemoteControls,
} from './remote-controls.ts';
export { breakages } from './remote-controls.ts';
export { reproductionHash } from './reproduction-hash.ts';
export type { ServedShop } from './shop.ts';
export { withoutDevtools } from './shop.ts';
