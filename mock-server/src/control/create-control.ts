import type { EndpointName } from '@patchwork/api';
import { err, ok, type Result } from '@patchwork/domain';
import { checkEmails, checkRow, type Row } from '../data/check-row.ts';
import type { Database } from '../data/database.ts';
import type { TableName } from '../data/rows.ts';
import type { Failure, MockControl } from './control.ts';
import { createFailures } from './failures.ts';
import { baseOf, settingsOf } from './scenarios.ts';
import { checkSettings } from './settings.ts';
import { packParcel, readParcel } from './snapshot.ts';
import { createWorld, type World, type WorldOptions } from './state.ts';

/** What answering a call asks of the steering. */
export interface Course {
  /** How this call is to fail on purpose, if it is; asked once for each call. */
  failing(name: EndpointName): Failure | undefined;
  /** Tokens issued before it are refused: milliseconds since 1970. */
  sessionsEndedAt(): number;
  /** Something may have changed the users: a call, or another tab unless told. */
  noticed(cause?: string): void;
}

export interface Steering extends Course {
  readonly control: MockControl;
  /** Back to the scenario's rows. Scenario and settings stay. */
  reset(): void;
}

export function createSteering(database: Database, options: WorldOptions): Steering {
  const world = createWorld(database, options);
  const failures = createFailures();
  const { read, subscribe } = world;
  return {
    failing: (name) => failures.next(name, read().settings),
    sessionsEndedAt: () => world.moment().sessionsEndedAt,
    noticed: world.notice,
    reset: () => {
      const { scenario } = world.moment();
      world.take('Reset', { ...world.moment(), tables: baseOf(scenario) });
    },
    control: {
      read,
      subscribe,
      ...rowControl(world),
      ...courseControl(world, failures.restart, options),
      goBack: (snapshot) => {
        const moment = world.find(snapshot);
        if (moment) world.take(`Went back to ${snapshot}`, moment);
      },
    },
  };
}

const sessionsEndedBy = (scenario: string): number =>
  scenario === 'expired-session' ? Date.now() : 0;

/** Whatever decides which calls fail makes their count begin again. */
const courseControl = (
  world: World,
  restart: () => void,
  { plain }: WorldOptions,
): Pick<MockControl, 'change' | 'play' | 'pack' | 'unpack'> => ({
  change: (settings) => {
    const checked = checkSettings({ ...world.read().settings, ...settings });
    if (!checked.ok) return checked;
    if ('seed' in settings || 'failures' in settings) restart();
    world.set(checked.value);
    return ok(undefined);
  },
  play: (scenario) => {
    restart();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    const moment = { tables: baseOf(scenario), scenario, sessionsEndedAt };
    world.take(`Played ${scenario}`, moment, settingsOf(scenario, plain));
  },
  pack: () => packParcel(world.moment(), world.read().settings),
  unpack: (input) => {
    const read = readParcel(input);
    if (!read.ok) return read;
    const { tables, parcel } = read.value;
    restart();
    const sessionsEndedAt = sessionsEndedBy(parcel.scenario);
    const moment = { tables, scenario: parcel.scenario, sessionsEndedAt };
    world.take('Unpacked a parcel', moment, parcel.settings);
    return ok(undefined);
  },
});

function rowControl(world: World): Pick<MockControl, 'edit' | 'add' | 'remove'> {
  const rowsOf = (table: TableName): readonly Row[] => world.moment().tables[table];

  const has = (table: TableName, id: string): boolean =>
    rowsOf(table).some(({ _id }) => _id === id);

  const put = (cause: string, table: TableName, rows: readonly Row[]) => {
    const moment = world.moment();
    const tables = { ...moment.tables, [table]: rows };
    const emails = checkEmails(tables.users);
    if (emails.ok) world.take(cause, { ...moment, tables });
    return emails;
  };

  return {
    edit: (table, id, input): Result<void, readonly string[]> => {
      if (!has(table, id)) return err([`${table}/${id}: there is no such row`]);
      const row = checkRow(table, input, id);
      if (!row.ok) return row;
      const rows = rowsOf(table).map((other) => (other._id === id ? row.value : other));
      return put(`Edited ${table}/${id}`, table, rows);
    },
    add: (table, input) => {
      const row = checkRow(table, input);
      if (!row.ok) return row;
      const { _id } = row.value;
      if (has(table, _id)) return err([`${table}/${_id}: _id is that of another row`]);
      return put(`Added ${table}/${_id}`, table, [...rowsOf(table), row.value]);
    },
    remove: (table, id) => {
      if (!has(table, id)) return;
      const rows = rowsOf(table).filter(({ _id }) => _id !== id);
      put(`Removed ${table}/${id}`, table, rows);
    },
  };
}
