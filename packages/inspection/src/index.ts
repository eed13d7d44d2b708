export type { CallOutcome } from '@patchwork/api';
export type { CallRecord } from './calls.ts';
export type { DevtoolsPanelProps, Inspection } from './inspection.ts';
export type { LoadRecord, SharedUse } from './loads.ts';
export type { PageLogs } from './page-logs.ts';
export { createPageLogs } from './page-logs.ts';
export type { Breakage, CheckedOverride, Override, Steering } from './steering.ts';
export { breakages } from './steering.ts';
export type { WriteRecord } from './writes.ts';
