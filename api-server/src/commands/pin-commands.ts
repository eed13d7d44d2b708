import { pinCodeSchema } from '@patchwork/domain';
import * as v from 'valibot';
import { describePins, type PinCodeRow, replacePins } from '../rows/pin-codes.ts';
import { CommandError, extensionOf, readCsv, sizeOf } from './files.ts';
import { counted, minuteOf, type Program, whoIs } from './operator.ts';

const columns = ['pin', 'days', 'cod'] as const;

/** Maximum number of faults to list. A mistake of the program that wrote the file repeats in every line. */
const MAX_FAULTS = 20;

const MAX_DAYS = 90;
const daysMessage = `must be a whole number of days, from 0 to ${MAX_DAYS}`;

const rowSchema = v.object({
  pin: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => v.is(pinCodeSchema, text), 'must be six digits, the first not 0'),
    pinCodeSchema,
  ),
  days: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,3}$/, daysMessage),
    v.transform(Number),
    v.maxValue(MAX_DAYS, daysMessage),
  ),
  cod: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.picklist(['yes', 'no', 'true', 'false', '1', '0'], 'must be yes or no'),
    v.transform((text) => ['yes', 'true', '1'].includes(text)),
  ),
});

/** Reads a table of PIN codes from a .csv file. Throws a CommandError that lists the faulty rows. */
async function readPins(file: string): Promise<readonly PinCodeRow[]> {
  extensionOf(file, ['.csv']);
  await sizeOf(file);
  const rows: PinCodeRow[] = [];
  const faults: string[] = [];
  const places = new Map<string, string>();
  for await (const { at, fields } of readCsv(file, columns, columns)) {
    if (faults.length >= MAX_FAULTS) break;
    const parsed = v.safeParse(rowSchema, fields, { abortPipeEarly: true });
    if (!parsed.success) {
      faults.push(
        ...parsed.issues.map((issue) => `${at}: ${v.getDotPath(issue)} ${issue.message}`),
      );
      continue;
    }
    const { pin, days, cod: isCashOnDelivery } = parsed.output;
    const earlier = places.get(pin);
    if (earlier !== undefined) faults.push(`${at}: the PIN code ${pin} is also in ${earlier}`);
    places.set(pin, at);
    rows.push({ pin, days, isCashOnDelivery });
  }
  if (faults.length > 0) {
    throw new CommandError(`Nothing was imported: ${file} has faults`, faults.slice(0, MAX_FAULTS));
  }
  if (rows.length === 0) throw new CommandError(`Nothing was imported: ${file} has no PIN code`);
  return rows;
}

const countedPins = (count: number): string => counted(count, 'PIN code');

const cashOnDelivery = (count: number): string =>
  `cash on delivery at ${count.toLocaleString('en')}`;

export function addPinCommands({ program, add, run, readSettings }: Program): void {
  const pins = program.command('pins').description('the PIN codes that the shop delivers to');

  pins
    .command('show', { isDefault: true })
    .description('show how many PIN codes there are, and since when')
    .option('--json', 'print JSON')
    .action((_options, command) =>
      run(command, async (db) => {
        const data = await describePins(db);
        const { importedAt } = data;
        const sentence = importedAt
          ? `${countedPins(data.pins)}, imported at ${minuteOf(importedAt)}; ${cashOnDelivery(data.cashOnDelivery)}`
          : 'There is no table of PIN codes: the shop delivers everywhere';
        return { sentence, data };
      }),
    );

  add(
    pins,
    'import <file>',
    'replace the table by a .csv file with the columns pin, days, cod',
  ).action((file, _options, command) =>
    run(command, async (db) => {
      const rows = await readPins(file);
      const actor = await whoIs(db, readSettings());
      await replacePins(db, rows, { actor, action: 'pins import' });
      const cash = rows.filter(({ isCashOnDelivery }) => isCashOnDelivery).length;
      return {
        sentence: `Imported ${countedPins(rows.length)}; ${cashOnDelivery(cash)}`,
        data: { pins: rows.length, cashOnDelivery: cash },
      };
    }),
  );

  add(pins, 'clear', 'remove the table: the shop delivers everywhere').action((_options, command) =>
    run(command, async (db) => {
      const actor = await whoIs(db, readSettings());
      await replacePins(db, [], { actor, action: 'pins clear' });
      return { sentence: 'The shop delivers everywhere', data: { pins: 0 } };
    }),
  );
}
