import type { EndpointName } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { CategoryRow, ProductRow, UserRow } from './rows.ts';

/** All data of the mock, in the wire's words. Rows are never changed in place. */
export interface MockTables {
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
  readonly users: readonly UserRow[];
}
export type TableName = keyof MockTables;

/** How a call fails on purpose. */
export interface Failure {
  /** Of its calls, the share that fails: 0 to 1. */
  readonly rate: number;
  /** 'network': no answer at all. Otherwise a status from 400 to 599. */
  readonly as: 'network' | number;
}

export interface MockSettings {
  /** Milliseconds until an answer, 0 to 10 000. */
  readonly delay: number;
  /** Which calls fail follows from it: the same seed and calls, the same failures. */
  readonly seed: number;
  readonly failures: Readonly<Partial<Record<EndpointName, Failure>>>;
}

export const scenarioNames = [
  'sample',
  'empty-shop',
  'out-of-stock',
  'huge-catalogue',
  'expired-session',
  'slow-network',
  'flaky-network',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** One step of a difference, as RFC 6902 writes it; paths begin with the table's name. */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

/** The data after something changed it. */
export interface Snapshot {
  /** 0 is the data that the page found. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What changed it: 'POST /api/user/cart', 'Edited products/<id>', 'Reset'. */
  readonly cause: string;
  /** From the snapshot before to this one. */
  readonly difference: readonly PatchStep[];
}

export interface MockState {
  readonly tables: MockTables;
  readonly settings: MockSettings;
  readonly scenario: ScenarioName;
  /** Oldest first; the last 100. */
  readonly snapshots: readonly Snapshot[];
  /** The snapshot that the data is at now. */
  readonly current: number;
}

/** The mock's state in a form that travels: what differs from the scenario's own data. */
export interface MockParcel {
  readonly scenario: ScenarioName;
  readonly settings: MockSettings;
  readonly difference: readonly PatchStep[];
}

/** See and steer the running mock. Settings, scenario and edits last as long as the tab. */
export interface MockControl {
  read(): MockState;
  /** Called after each change of what `read` gives. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Refuses a value out of its range with one sentence each, and changes nothing then. */
  change(settings: Partial<MockSettings>): Result<void, readonly string[]>;
  /** Replaces the row with this _id. Refused with a sentence that names each field at fault. */
  edit(table: TableName, id: string, row: unknown): Result<void, readonly string[]>;
  add(table: TableName, row: unknown): Result<void, readonly string[]>;
  remove(table: TableName, id: string): void;
  /** Takes the scenario's data and settings in place of all that is there. */
  play(scenario: ScenarioName): void;
  goBack(snapshot: number): void;
  pack(): MockParcel;
  /** Takes over a parcel from anywhere. Refused, it changes nothing, and says why. */
  unpack(parcel: unknown): Result<void, readonly string[]>;
}
