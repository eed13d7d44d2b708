export type {
  Failure,
  MockControl,
  MockParcel,
  MockSettings,
  MockState,
  MockTables,
  PatchStep,
  ScenarioName,
  Snapshot,
  TableName,
} from './control.ts';
export { scenarioNames } from './control.ts';
export type { CategoryRow, ProductRow, UserRow } from './rows.ts';
export { reproductionPassword } from './sample-users.ts';
export type { Sentinel } from './sentinel-list.ts';
export { sentinels } from './sentinel-list.ts';
export type { Mock, MockOptions } from './start.ts';
export { startMock } from './start.ts';
