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
export { sampleCredentials } from './sample-users.ts';
export type { Mock, MockOptions } from './start.ts';
export { startMock } from './start.ts';
