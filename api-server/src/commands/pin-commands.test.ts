import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries, pinCodes } from '../database/schema.ts';
import { findPin } from '../rows/pin-codes.ts';
import { runCommand } from '../testing/command.ts';
import { inMemory, testSettings } from '../testing/server.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-pins-'));
  shop = await openTestShop(inMemory);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await shop.db.delete(pinCodes);
  await shop.db.delete(auditEntries);
});

const run = (...line: readonly string[]) =>
  runCommand(shop.db, { ...testSettings, operator: 'Ravi Menon' }, line);

async function fileOf(content: string, name = 'pins.csv') {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const importOf = async (content: string) => run('pins', 'import', await fileOf(content));

const stored = async () =>
  (await shop.db.select().from(pinCodes).orderBy(pinCodes.pin)).map(
    ({ pin, days, isCashOnDelivery }) => [pin, days, isCashOnDelivery],
  );

test('a table is imported, shown with its size and time, and removed, each in the audit', async () => {
  expect(await run('pins')).toBe('There is no table of PIN codes: the shop delivers everywhere');
  expect(await importOf('pin,days,cod\n560038,3,yes\n682001,8,no\n')).toBe(
    'Imported 2 PIN codes; cash on delivery at 1',
  );
  expect(await run('pins')).toMatch(
    /^2 PIN codes, imported at \d{4}-\d\d-\d\d \d\d:\d\d UTC; cash on delivery at 1$/,
  );
  expect(JSON.parse(await run('pins', '--json'))).toMatchObject({ pins: 2, cashOnDelivery: 1 });
  expect(JSON.parse(await run('pins', 'clear', '--json'))).toEqual({ pins: 0 });
  expect(await findPin(shop.db, '110001', undefined)).toMatchObject({
    isDeliverable: true,
    days: null,
  });
  const entries = await shop.db.select().from(auditEntries).orderBy(auditEntries.position);
  expect(entries).toMatchObject([
    { actor: 'Ravi Menon', action: 'pins import', before: { pins: 0 }, after: { pins: 2 } },
    { actor: 'Ravi Menon', action: 'pins clear', before: { pins: 2 }, after: { pins: 0 } },
  ]);
});

test('an import replaces the whole table', async () => {
  await importOf('pin,days,cod\n560038,3,yes\n');
  await importOf('pin,days,cod\n682001,8,no\n');
  expect(await stored()).toEqual([['682001', 8, false]]);
});

test.each([
  ['columns in another order and case', 'COD,Pin,DAYS\nyes,560038,3\n'],
  ['a byte order mark and Windows line ends', '\ufeffpin,days,cod\r\n560038,3,YES\r\n'],
  ['quoted cells', '"pin","days","cod"\n"560038","3","true"\n'],
  ['semicolons, and spaces in a PIN code', 'pin;days;cod\n560 038; 3 ;1\n'],
])('a file with %s is read', async (_, content) => {
  await importOf(content);
  expect(await stored()).toEqual([['560038', 3, true]]);
});

test.each([
  ['56003,3,yes', 'line 3: pin must be six digits, the first not 0'],
  ['060038,3,yes', 'line 3: pin must be six digits, the first not 0'],
  [',3,yes', 'line 3: pin must be six digits, the first not 0'],
  ['560038,91,yes', 'line 3: days must be a whole number of days, from 0 to 90'],
  ['560038,-1,yes', 'line 3: days must be a whole number of days, from 0 to 90'],
  ['560038,2.5,yes', 'line 3: days must be a whole number of days, from 0 to 90'],
  ['560038,,yes', 'line 3: days must be a whole number of days, from 0 to 90'],
  ['560038,3,maybe', 'line 3: cod must be yes or no'],
  ['110001,3,yes', 'line 3: the PIN code 110001 is also in line 2'],
  ['110 001,4,no', 'line 3: the PIN code 110001 is also in line 2'],
])('the row %j is refused with its line, and nothing is imported', async (row, fault) => {
  await importOf('pin,days,cod\n560038,3,yes\n');
  const refused = importOf(`pin,days,cod\n110001,2,no\n${row}\n400001,5,no\n`);
  await expect(refused).rejects.toMatchObject({
    message: expect.stringMatching(/^Nothing was imported: .*pins\.csv has faults$/),
    details: [fault],
  });
  expect(await stored()).toEqual([['560038', 3, true]]);
});

test('all faults of a row, and at most twenty of a file, are listed', async () => {
  await expect(importOf('pin,days,cod\n1,x,y\n')).rejects.toMatchObject({
    details: [
      'line 2: pin must be six digits, the first not 0',
      'line 2: days must be a whole number of days, from 0 to 90',
      'line 2: cod must be yes or no',
    ],
  });
  const many = Array.from({ length: 100 }, () => 'x,1,yes').join('\n');
  const refused: unknown = await importOf(`pin,days,cod\n${many}\n`).catch((error) => error);
  expect(Object(refused).details).toHaveLength(20);
});

test.each([
  ['pin,days\n560038,3\n', 'the column cod is missing'],
  ['pin,days,cod,city\n560038,3,yes,Bengaluru\n', 'there is no column city'],
  ['pin,days,cod\n', 'has no PIN code'],
  ['', 'has no PIN code'],
])('the file %j is refused', async (content, fault) => {
  await expect(importOf(content)).rejects.toThrow(fault);
});

test('a missing file and another kind of file are refused', async () => {
  await expect(run('pins', 'import', path.join(folder, 'none.csv'))).rejects.toThrow(
    'There is no file',
  );
  await expect(run('pins', 'import', await fileOf('{}', 'pins.json'))).rejects.toThrow(
    'is not a .csv file',
  );
});

test('a table of every PIN code of the country is imported', async () => {
  const rows = Array.from({ length: 19_300 }, (_, index) => `${110_000 + index},5,no`);
  expect(await importOf(['pin,days,cod', ...rows].join('\n'))).toBe(
    'Imported 19,300 PIN codes; cash on delivery at 0',
  );
});
