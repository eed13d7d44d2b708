import type { EndpointName } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { PatchStep } from '../data/difference.ts';
import type { MockTables, TableName } from '../data/rows.ts';

/** Failure of a call, caused on purpose. */
export interface Failure {
  /** Failure rate, from 0 to 1. */
  readonly rate: number;
  /** 'network': no response at all. Otherwise a status from 400 to 599. */
  readonly as: 'network' | number;
}

/** A developer's response, in place of the API's own. */
export interface OwnResponse {
  readonly method: (typeof ownMethods)[number];
  /** '/api/products/:id': a part that begins with a colon stands for any one. */
  readonly path: string;
  /** A status from 200 to 599. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; missing for no body. */
  readonly body?: unknown;
  /** Milliseconds until the response, 0 to 10 000. */
  readonly delay: number;
}

export const ownMethods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'] as const;

export interface MockSettings {
  /** Milliseconds until a response, 0 to 10 000. */
  readonly delay: number;
  /**
   * Seed of the random failures. They depend on it and on the number of calls of each endpoint since the page started,
   * or since the seed, the failures or the scenario were last set: the same calls in the same order fail again.
   */
  readonly seed: number;
  readonly failures: Readonly<Partial<Record<EndpointName, Failure>>>;
  /** The first one that fits a request is sent. Also for paths that the API does not have. */
  readonly responses?: readonly OwnResponse[];
}

/** Reads and changes the conditions that the calls of a page run under, on the mock or on a real API. */
export interface ConditionsControl extends Pick<MockControl, 'subscribe' | 'changeSettings'> {
  read: () => MockSettings;
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
  /** Number of the change since the page started; 0 is the data that the page found. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * Cause: 'POST /api/user/cart', 'Edited products/<id>' (Added, Removed), 'Reset',
   * 'Played <scenario>', 'Went back to <id>', 'Imported a snapshot', 'Changed in another tab'.
   */
  readonly cause: string;
  /** Steps from the data before the change to the data after it. Computed when they are first read. */
  readonly difference: readonly PatchStep[];
}

export interface MockState {
  readonly tables: MockTables;
  readonly settings: MockSettings;
  readonly scenario: ScenarioName;
  /** The last 100 changes, oldest first. The data is always as after the last one: going back is a change too. */
  readonly changes: readonly DataChange[];
}

/** State of the data that going back restores. */
export interface Checkpoint {
  readonly tables: MockTables;
  readonly scenario: ScenarioName;
  /** Time before which issued tokens are refused, in milliseconds since 1970; 0 if none are. */
  readonly sessionsEndedAt: number;
}

/**
 * The mock's state for another developer: its differences from the scenario's own data. It holds names and emails of
 * users, but `reproductionPassword` in place of each password that a user chose.
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
  /** Changes the given settings. If one is refused, none changes; the error has a message for each fault. */
  changeSettings: (settings: Partial<MockSettings>) => Result<void, readonly string[]>;
  /** Replaces the row with this _id, which must stay the same. A refusal has a message for each field at fault. */
  editRow: (table: TableName, id: string, row: unknown) => Result<void, readonly string[]>;
  addRow: (table: TableName, row: unknown) => Result<void, readonly string[]>;
  removeRow: (table: TableName, id: string) => void;
  /** Restores the scenario's own rows of all tables. Scenario and settings stay. */
  reset: () => void;
  /** Replaces all data and settings by the scenario's. */
  playScenario: (scenario: ScenarioName) => void;
  /** Restores the data and scenario as they were after a listed change. This is a new change itself; settings stay. */
  goBack: (change: number) => void;
  exportSnapshot: () => MockSnapshot;
  /** Replaces data, scenario and settings by those of a snapshot from any source. If it is refused, nothing changes. */
  importSnapshot: (snapshot: unknown) => Result<void, readonly string[]>;
}
