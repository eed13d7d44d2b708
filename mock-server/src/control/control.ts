import type { EndpointName } from '@patchwork/api';
import type { RenderedMail } from '@patchwork/api/mail';
import type { CashTerms, PinCodeEntry, Result } from '@patchwork/domain';
import type { PatchStep } from '../data/difference.ts';
import type { MailRow, MockTables, TableName } from '../data/rows.ts';

export interface Failure {
  /** Failure rate, from 0 to 1. */
  readonly rate: number;
  /** HTTP status from 400 to 599, or 'network' for no response at all. */
  readonly as: 'network' | number;
}

/** Custom response in place of the API's. */
export interface OwnResponse {
  readonly method: (typeof ownMethods)[number];
  /** Path such as '/api/products/:id', where a segment with a colon matches any segment. */
  readonly path: string;
  /** HTTP status from 200 to 599. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value; absent for an empty body. */
  readonly body?: unknown;
  /** Milliseconds before the response, from 0 to 10,000. */
  readonly delay: number;
}

export const ownMethods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'] as const;

/** Name of a call: an endpoint of the table, or method and path of a remote's own: 'GET /api/gift-notes/:noteId'. */
export type CallName = EndpointName | OwnCallName;
export type OwnCallName = `${(typeof ownMethods)[number]} ${string}`;

export interface MockSettings {
  /** Milliseconds before each response, from 0 to 10,000. */
  readonly delay: number;
  /**
   * Seed of the random failures: with the same seed, the same calls in the same order fail. The random numbers start
   * anew with each page load, each change of seed or failures, each scenario and each imported snapshot.
   */
  readonly seed: number;
  readonly failures: Readonly<Partial<Record<CallName, Failure>>>;
  /**
   * Whether orders are packed, shipped and delivered by the operator only. By default, a simulated warehouse does this
   * over time.
   */
  readonly isWarehouseByHand?: boolean;
  /** Table of the PIN codes that the shop delivers to. Without one, which is the default, it delivers everywhere. */
  readonly pinCodes?: Readonly<Record<string, PinCodeEntry>>;
  /** Terms of cash on delivery, at the PIN codes whose entry allows it. By default there is none. */
  readonly cashOnDelivery?: CashTerms;
  /** Custom responses, also for paths that the API doesn't have. The first match is sent. */
  readonly responses?: readonly OwnResponse[];
}

/** Reads and changes the conditions of a page's calls to the mock or a real API: delays, failures, custom responses. */
export interface ConditionsControl extends Pick<MockControl, 'subscribe' | 'changeSettings'> {
  read: () => MockSettings;
}

export const scenarioNames = [
  'sample',
  'empty-shop',
  'out-of-stock',
  'pin-codes',
  'huge-catalogue',
  'sizes',
  'expired-session',
  'slow-network',
  'flaky-network',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface DataChange {
  /** Number of the change since the page started. 0 is the initial data. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * Cause: 'POST /api/user/cart', 'Edited products/<id>' (or Added or Removed), 'Reset', 'Played <scenario>',
   * 'Went back to <id>', 'Imported a snapshot', 'Changed in another tab', 'Time passed',
   * 'Moved the clock on by <hours> h'; for the initial data, 'The data that the page found'.
   */
  readonly cause: string;
  /** Steps that lead from the previous data to the new data. Computed when first read. */
  readonly difference: readonly PatchStep[];
}

export interface MockState {
  readonly tables: MockTables;
  readonly settings: MockSettings;
  readonly scenario: ScenarioName;
  /** Milliseconds by which the mock's clock is ahead of the real time. */
  readonly clock: number;
  /** Time by the mock's clock, in milliseconds since 1970, of the warehouse's next step; undefined if there is none. */
  readonly nextStep: number | undefined;
  /** Last 100 changes, oldest first. The last one led to the current data, because going back is a change, too. */
  readonly changes: readonly DataChange[];
}

/** State that `goBack` restores. */
export interface Checkpoint {
  readonly tables: MockTables;
  readonly scenario: ScenarioName;
  /** Time in milliseconds since 1970: tokens issued before it are refused. 0 refuses none. */
  readonly sessionsEndedAt: number;
  /** Milliseconds by which the mock's clock is ahead of the real time. */
  readonly clock: number;
}

/**
 * State of the mock to pass on to another developer, as the difference from the scenario's data. It contains names,
 * emails, addresses and orders, but no token of a mailed link, and `reproductionPassword` in place of each password
 * that a user chose.
 */
export interface MockSnapshot {
  readonly scenario: ScenarioName;
  readonly settings: MockSettings;
  /** Milliseconds by which the mock's clock is ahead of the real time; absent for 0. */
  readonly clock?: number;
  readonly difference: readonly PatchStep[];
}

/** Reads and changes the running mock. Settings, scenario and edits survive a reload of the tab. */
export interface MockControl {
  read: () => MockState;
  /** Calls `listener` after each change of what `read` returns. Returns a function to unsubscribe. */
  subscribe: (listener: () => void) => () => void;
  /** Changes the given settings, all or none. The error has a message for each fault, up to 20. */
  changeSettings: (settings: Partial<MockSettings>) => Result<void, readonly string[]>;
  /** Replaces the row with this _id. The _id can't be changed. The error has a message for each fault, up to 20. */
  editRow: (table: TableName, id: string, row: unknown) => Result<void, readonly string[]>;
  addRow: (table: TableName, row: unknown) => Result<void, readonly string[]>;
  removeRow: (table: TableName, id: string) => void;
  /**
   * Moves the mock's clock forward by a number of milliseconds, or to the warehouse's next step. Everything due by then
   * happens at once. `reset` and a scenario set the clock back.
   */
  moveClock: (by: number | 'nextStep') => void;
  /**
   * Renders a stored mail. The error says why it can't be rendered, for example because a developer has changed its
   * data.
   */
  writeMail: (mail: MailRow) => Result<RenderedMail, string>;
  /** Restores the scenario's rows in all tables, and the real time. Scenario and settings stay. */
  reset: () => void;
  /** Replaces all data and settings by the scenario's. */
  playScenario: (scenario: ScenarioName) => void;
  /**
   * Restores the `Checkpoint` after the change with the id `change`, as a new change. Settings stay. Does nothing if
   * that change is not listed.
   */
  goBack: (change: number) => void;
  exportSnapshot: () => MockSnapshot;
  /** Replaces data, scenario and settings by a snapshot. Changes nothing if the snapshot is invalid. */
  importSnapshot: (snapshot: unknown) => Result<void, readonly string[]>;
}
