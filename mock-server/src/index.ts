export type { MockedRemotes } from './api/own-apis.ts';
export type {
  CallName,
  ConditionsControl,
  DataChange,
  Failure,
  MockControl,
  MockSettings,
  MockSnapshot,
  MockState,
  OwnResponse,
  ScenarioName,
} from './control/control.ts';
export { scenarioNames } from './control/control.ts';
export type { Sentinel } from './control/sentinel-list.ts';
export { sentinels } from './control/sentinel-list.ts';
export { snapshotSchema } from './control/snapshot.ts';
export type { PatchStep } from './data/difference.ts';
export type {
  CategoryRow,
  MailRow,
  MockTables,
  ProductRow,
  TableName,
  UserRow,
} from './data/rows.ts';
export { reproductionPassword } from './data/sample-tables.ts';
export type { OwnCalls } from './own-calls.ts';
export type { Mock, MockOptions } from './start.ts';
export { runningMock, startMock } from './start.ts';
