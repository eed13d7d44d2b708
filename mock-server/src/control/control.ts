import type { EndpointName } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { PatchStep } from '../data/difference.ts';
import type { MockTables, TableName } from '../data/rows.ts';

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

/** The data after something changed it. */
export interface Snapshot {
  /** Counted from the page's start; 0 is the data that it found. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * What changed it: 'POST /api/user/cart', 'Edited products/<id>' (Added, Removed), 'Reset',
   * 'Played <scenario>', 'Went back to <id>', 'Unpacked a parcel', 'Changed in another tab'.
   */
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
  /** The snapshot that the data is at now: the latest, as going back makes one too. */
  readonly current: number;
}

/**
 * The mock's state in a form that travels: what differs from the scenario's own data. Names and
 * emails of users travel, passwords do not: those of users who signed up are `reproductionPassword`.
 */
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
  /** Takes the settings that are named. Refused with one sentence each, and nothing changed then. */
  change(settings: Partial<MockSettings>): Result<void, readonly string[]>;
  /** Replaces the row with this _id, which stays. Refused with a sentence that names each field at fault. */
  edit(table: TableName, id: string, row: unknown): Result<void, readonly string[]>;
  add(table: TableName, row: unknown): Result<void, readonly string[]>;
  remove(table: TableName, id: string): void;
  /** Takes the scenario's data and settings in place of all that is there. */
  play(scenario: ScenarioName): void;
  /** Restores the data and scenario of a listed snapshot, as a new one; settings stay as they are. */
  goBack(snapshot: number): void;
  pack(): MockParcel;
  /** Takes over a parcel from anywhere. Refused, it changes nothing, and says why. */
  unpack(parcel: unknown): Result<void, readonly string[]>;
}
