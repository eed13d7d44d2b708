export type { CallOutcome } from '@patchwork/api';
export type { FallbackRecord, SharedUse } from '../browser.ts';
export type {
  Breakage,
  CheckedOverride,
  DevtoolsPanelProps,
  Inspection,
  Override,
  RemoteChanges,
  RemoteControls,
} from './inspection.ts';
export { breakages, stopsModules } from './inspection.ts';
export { loadRemoteChanges } from './load-remote-changes.ts';
export type { CallRecord, ErrorRecord, LoadRecord, PageLogs, WriteRecord } from './page-logs.ts';
export { createPageLogs } from './page-logs.ts';
export type { ServedShop } from './shop.ts';
export { hasStoredConditions, reproductionHash, withoutDevtools } from './shop.ts';
