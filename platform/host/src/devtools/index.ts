export type { FallbackRecord, SharedUse } from '../browser.ts';
export type {
  Breakage,
  CheckedOverride,
  Override,
  PageInspection,
  RemoteChanges,
  RemoteControls,
  SettingOverrides,
} from './inspection.ts';
export { breakages, stopsModules } from './inspection.ts';
export { loadRemoteChanges } from './load-remote-changes.ts';
export type { LoadRecord, StepRecord } from './load-steps.ts';
export type { Log } from './log.ts';
export type { RunningPage, ServedPage } from './page.ts';
export { reproductionHash, withoutDevtools } from './page.ts';
export type {
  ErrorRecord,
  PageLogs,
  PageRecords,
  WriteRecord,
} from './page-logs.ts';
export { createPageLogs } from './page-logs.ts';
