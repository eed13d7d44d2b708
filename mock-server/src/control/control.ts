import type { EndpointName } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { PatchStep } from '../data/difference.ts';
import type { MockTables, TableName } from '../data/rows.ts';

/** Failure of a call on purpose. */
export interface Failure {
  /** Failure rate, from 0 to 1. */
  readonly rate: number;
  /** 'network': no response at all. Otherwise a status from 400 to 599. */
  readonly as: 'network' | number;
}

export interface MockSettings {
  /** Milliseconds until a response, 0 to 10 000. */
  readonly delay: number;
  /**
   * Which calls fail follows from it, and from how often each was called since the page started or
   * the seed, the failures or the scenario were last set: the same order, the same failures.
   */
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

/** Change of the data, as the history lists it. */
export interface DataChange {
  /** Counted from the page's start; 0 is the data that it found. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * Cause: 'POST /api/user/cart', 'Edited products/<id>' (Added, Removed), 'Reset',
   * 'Played <scenario>', 'Went back to <id>', 'Imported a snapshot', 'Changed in another tab'.
   */
  readonly cause: string;
  /** From the data before it to the data after it. Computed when it is read first. */
  readonly difference: readonly PatchStep[];
}

export interface MockState {
  readonly tables: MockTables;
  readonly settings: MockSettings;
  readonly scenario: ScenarioName;
  /** Oldest first; the last 100. The data is as after the last one: going back is a change too. */
  readonly changes: readonly DataChange[];
}

/** State of the data that going back restores. */
export interface Checkpoint {
  readonly tables: MockTables;
  readonly scenario: ScenarioName;
  /** Tokens issued before it are refused: milliseconds since 1970, 0 for none. */
  readonly sessionsEndedAt: number;
}

/**
 * The mock's state for another developer: what differs from the scenario's own data. It holds names
 * and emails of users, and no password that a user chose: those are `reproductionPassword`.
 */
export interface MockSnapshot {
  readonly scenario: ScenarioName;
  readonly settings: MockSettings;
  readonly difference: readonly PatchStep[];
}

/** Reads and changes the running mock. Settings, scenario and edits last as long as the tab. */
export interface MockControl {
  read: () => MockState;
  /** Calls the listener after each change of what `read` returns. Returns a function that stops it. */
  subscribe: (listener: () => void) => () => void;
  /** Changes the settings that are named. If one is refused, none changes: a message for each fault. */
  changeSettings: (settings: Partial<MockSettings>) => Result<void, readonly string[]>;
  /** Replaces the row with this _id, which stays. If refused: a message for each field at fault. */
  editRow: (table: TableName, id: string, row: unknown) => Result<void, readonly string[]>;
  addRow: (table: TableName, row: unknown) => Result<void, readonly string[]>;
  removeRow: (table: TableName, id: string) => void;
  /** Restores the scenario's own rows of all tables. Scenario and settings stay. */
  reset: () => void;
  /** Replaces all data and settings by the scenario's. */
  playScenario: (scenario: ScenarioName) => void;
  /** Restores the data and scenario as after a listed change. It is a new change; settings stay. */
  goBack: (change: number) => void;
  exportSnapshot: () => MockSnapshot;
  /** Replaces data, scenario and settings by a snapshot from anywhere. If refused, nothing changes. */
  importSnapshot: (snapshot: unknown) => Result<void, readonly string[]>;
}
