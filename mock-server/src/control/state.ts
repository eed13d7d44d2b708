import type { Database } from '../data/database.ts';
import { difference } from '../data/difference.ts';
import type { MockSettings, MockState } from './control.ts';
import { createHistory, type Moment } from './history.ts';
import { type Kept, keep, readKept } from './stored-state.ts';

/** The mock's state: what its data is now, how it got there, and who is told. */
export interface World {
  read(): MockState;
  /** As it is now, even if another tab has just written. */
  moment(): Moment;
  subscribe(listener: () => void): () => void;
  find(snapshot: number): Moment | undefined;
  set(settings: MockSettings): void;
  /** Takes over `moment`, and `settings` if there are any, with a snapshot even if no row differs. */
  take(cause: string, moment: Moment, settings?: MockSettings): void;
  /** Something may have changed the users: a snapshot if it has. */
  notice(cause?: string): void;
}

export interface WorldOptions {
  /** The settings of a mock that nobody steers. */
  readonly plain: MockSettings;
  /** The page's query asks for `plain`'s delay, whatever the tab has kept. */
  readonly isDelayForced: boolean;
  readonly tab: Storage | undefined;
}

/** Goes on where the tab left off: its goods and settings, with the users that all tabs share. */
function open(database: Database, { plain, isDelayForced, tab }: WorldOptions): Kept {
  const kept = readKept(tab);
  if (!kept) {
    const moment = { tables: database.tables(), scenario: 'sample', sessionsEndedAt: 0 } as const;
    return { moment, settings: plain };
  }
  database.replace({ ...kept.moment.tables, users: database.tables().users });
  return {
    moment: { ...kept.moment, tables: database.tables() },
    settings: isDelayForced ? { ...kept.settings, delay: plain.delay } : kept.settings,
  };
}

export function createWorld(database: Database, options: WorldOptions): World {
  let { moment, settings } = open(database, options);
  const history = createHistory(moment);
  const listeners = new Set<() => void>();
  let state: MockState | undefined;

  const tell = (): void => {
    state = undefined;
    for (const listener of [...listeners]) listener();
  };

  const notice = (cause = 'Changed in another tab'): void => {
    const before = moment.tables;
    const tables = database.tables();
    moment = { ...moment, tables };
    if (difference(before, tables).length === 0) return;
    history.record(cause, moment);
    tell();
  };

  const write = (): void => keep(options.tab, moment, settings, options.plain);

  const compose = (): MockState => {
    const snapshots = history.snapshots();
    const { tables, scenario } = moment;
    return { tables, settings, scenario, snapshots, current: snapshots.at(-1)?.id ?? 0 };
  };

  return {
    read: () => {
      state ??= compose();
      return state;
    },
    moment: () => {
      notice();
      return moment;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    find: history.find,
    set: (next) => {
      settings = next;
      write();
      tell();
    },
    take: (cause, next, nextSettings = settings) => {
      settings = nextSettings;
      database.replace(next.tables);
      moment = { ...next, tables: database.tables() };
      history.record(cause, moment);
      write();
      tell();
    },
    notice,
  };
}
