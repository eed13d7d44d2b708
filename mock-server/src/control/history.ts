import { difference } from '../data/difference.ts';
import type { MockTables } from '../data/rows.ts';
import type { ScenarioName, Snapshot } from './control.ts';

/** What going back restores. */
export interface Moment {
  readonly tables: MockTables;
  readonly scenario: ScenarioName;
  /** Tokens issued until then are refused: milliseconds since 1970, 0 for none. */
  readonly sessionsEndedAt: number;
}

interface Entry {
  readonly snapshot: Snapshot;
  readonly moment: Moment;
}

const kept = 100;

export interface History {
  snapshots(): readonly Snapshot[];
  find(id: number): Moment | undefined;
  record(cause: string, moment: Moment): void;
}

/** What happened to the data, in order. Rows that stay the same are held once. */
export function createHistory(first: Moment): History {
  const opening = { id: 0, at: Date.now(), cause: 'The data that the page found', difference: [] };
  let latest: Entry = { snapshot: opening, moment: first };
  let entries: readonly Entry[] = [latest];
  return {
    snapshots: () => entries.map(({ snapshot }) => snapshot),
    find: (id) => entries.find(({ snapshot }) => snapshot.id === id)?.moment,
    record: (cause, moment) => {
      const id = latest.snapshot.id + 1;
      const steps = difference(latest.moment.tables, moment.tables);
      latest = { snapshot: { id, at: Date.now(), cause, difference: steps }, moment };
      entries = [...entries, latest].slice(-kept);
    },
  };
}
