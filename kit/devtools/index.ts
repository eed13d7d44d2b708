/** What the devtools of this shop show beyond those of any page: its calls, and its mock. */
export type { CallOutcome } from '@patchwork/api';
export type { CallLog, CallRecord } from './call-log.ts';
export { createCallLog } from './call-log.ts';
export type { DevtoolsPanelProps, Inspection } from './inspection.ts';
