import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { mailTokens, products, sessions, shoppers } from '../database/schema.ts';
import { mailLink } from '../mail/links.ts';
import { readSettings, type Settings } from '../settings.ts';
import { runCommand } from '../testing/command.ts';
import { inMemory } from '../testing/server.ts';

let folder: string;
let opened: OpenDatabase;

const settings: Settings = {
  ...readSettings({}, '/'),
  hashCost: { memoryKiB: 64, passes: 1 },
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-commands-'));
  opened = await openDatabase(inMemory);
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

const run = (line: readonly string[], typed = '') => runCommand(opened.db, settings, line, typed);

/** Returns a user, whether the password is right, and the number of sessions. */
async function readUser(email: string, password: string) {
  const [user] = await opened.db.select().from(shoppers).where(eq(shoppers.emailKey, email));
  if (!user) throw new Error(`there is no user ${email}`);
  const logins = await opened.db.$count(sessions, eq(sessions.shopperId, user.id));
  const matches = await createPasswords(settings.hashCost).matches(user.passwordHash, password);
  return { ...user, matches, logins };
}

test('without a command, the API is served', async () => {
  await expect(run([])).rejects.toThrow('the API was served');
});

test('a misspelt command is named', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await expect(run(['imprt', 'catalogue.csv'])).rejects.toThrow();
  expect(write).toHaveBeenCalledWith("error: unknown command 'imprt'\n");
});

test('an empty database is filled with the sample data once', async () => {
  expect(await run(['seed', '--json'])).toBe('{"seeded":true}');
  expect(await run(['seed'])).toBe('Nothing was changed: the shop is not empty');
});

test('all data is dumped, and not restored over other data', async () => {
  const file = path.join(folder, 'shop.jsonl');
  // The sample shop: its categories and products.
  expect(await run(['dump', file])).toBe(
    `17 rows written to ${file}. It contains secrets and personal data`,
  );
  await expect(run(['restore', file])).rejects.toThrow('the database is not empty (categories)');
});

test('a catalogue is exported and imported', async () => {
  const file = path.join(folder, 'catalogue.csv');
  expect(await run(['export', file])).toBe(`14 products written to ${file}`);
  expect(await run(['import', file, '--dry-run'])).toBe(
    'Dry run, nothing was changed: 0 added, 14 changed, 0 removed',
  );
  expect(JSON.parse(await run(['import', file, '--replace', '--json']))).toEqual({
    ...{ added: 0, changed: 14, removed: 0, stocksLeftAlone: 0, dryRun: false },
  });
  await opened.db.update(products).set({ stock: 1 }).where(eq(products.id, 'puddle-raincoat'));
  expect(await run(['import', file])).toBe(
    'Imported 14 products: 0 added, 14 changed, 0 removed. The stock of 1 product differs from the file’s and was not changed: use --set-stock to set it',
  );
  await writeFile(file, 'id\n');
  await expect(run(['import', file])).rejects.toThrow('the column title');
});

test('a dry run of another shop’s file says what becomes of each column and product', async () => {
  const file = path.join(folder, 'shopify.csv');
  const header =
    'Handle,Title,Vendor,Tags,Status,Option1 Name,Option1 Value,Option2 Name,Variant Price,Image Src';
  const rows = [
    'tee,Tee,Patchwork,men,active,Size,M,,499,https://a.example/1.jpg',
    'tee,,,,,,38,,499,',
  ];
  await writeFile(file, [header, ...rows, ''].join('\n'));
  expect(await run(['catalogue', 'import', file, '--dry-run'])).toBe(
    [
      'Dry run, nothing was changed: 1 added, 0 changed, 0 removed',
      'The file is from Shopify, with 1 style; a style in several sizes is a product for each',
      'Columns:',
      '  Handle → style, and id together with the values of the options',
      '  Title → title',
      '  Tags → category, by the words men, women, kids and the like',
      '  Option1 Name → size, colour; another option than the size is a part of id and title',
      '  Option1 Value → size, colour; another option than the size is a part of id and title',
      '  Variant Price → price',
      '  Image Src → image, pictures',
      'Columns left out:',
      '  Vendor, in 1 row',
      '  Status, in 1 row: products that are drafts, archived or unlisted are left out',
      'Columns without a text:',
      '  Option2 Name',
      'Products left out: 1',
      '  line 3: tee-38 has the size 38: the shop has S, M, L, XL and XXL',
      'Notes:',
      '  every product: rating 0, reviews 0, delivery_days 4, no care',
      '  1 product: it has no number of pieces, so a new product has 1 piece, and the stock of an existing one stays',
      '  the pictures are shown once the shop’s imageOrigins name https://a.example',
    ].join('\n'),
  );
  expect(JSON.parse(await run(['import', file, '--dry-run', '--json']))).toMatchObject({
    added: 1,
    file: {
      format: 'Shopify',
      styles: 1,
      productsLeftOut: [{ at: 'line 3', why: expect.stringContaining('the size 38') }],
    },
  });
  expect(await opened.db.$count(products)).toBe(14);
});

test('pieces are added to a product’s stock and removed from it', async () => {
  expect(await run(['products', 'stock', 'puddle-raincoat', '1200'])).toBe(
    'puddle-raincoat now has a stock of 1,201, 0 of them reserved by open checkouts',
  );
  const taken = await run(['products', 'stock', 'puddle-raincoat', '-1', '--json']);
  expect(JSON.parse(taken)).toEqual({ id: 'puddle-raincoat', stock: 1200, held: 0 });
});

test('a user is added and gets a new password, which ends their sessions and mailed links', async () => {
  const email = 'meera@patchwork.example';
  const line = ['user', 'add', email, '--name', 'Meera Das', '--password-stdin'];
  expect(await run(line, 'first-one\n')).toBe(`${email} can log in`);
  const added = await readUser(email, 'first-one');
  expect(added).toMatchObject({ firstName: 'Meera', lastName: 'Das', matches: true });
  const expiresAt = new Date(Date.now() + 60_000);
  await opened.db.insert(sessions).values({ id: randomUUID(), shopperId: added.id, expiresAt });
  await mailLink(opened.db, eq(shoppers.id, added.id), 'resetPassword');
  await mailLink(opened.db, eq(shoppers.id, added.id), 'confirmEmail');

  const { password } = JSON.parse(await run(['user', 'reset-password', email, '--json']));
  expect(password).toHaveLength(20);
  expect(await readUser(email, 'first-one')).toMatchObject({ matches: false });
  expect(await readUser(email, password)).toMatchObject({ matches: true, logins: 0 });
  expect(await opened.db.select().from(mailTokens)).toMatchObject([{ purpose: 'email' }]);
});

test.each([
  [
    'taken',
    ['user', 'add', 'MEERA@patchwork.example', '--name', 'A'],
    /A user with the email .+ already exists/,
  ],
  ['not valid', ['user', 'add', 'asha', '--name', 'A'], /asha is not an email/],
  ['unknown', ['user', 'reset-password', 'none@x.example'], /There is no user with the email/],
])('an email that is %s is refused', async (_fault, line, expected) => {
  await expect(run(line)).rejects.toThrow(expected);
});

test('a name of more than 200 characters is refused', async () => {
  const line = ['user', 'add', 'long@patchwork.example', '--name', 'x'.repeat(201)];
  await expect(run(line)).rejects.toThrow('`name` must have at most 200 characters');
});

test('a short password is refused', async () => {
  const line = ['user', 'add', 'short@patchwork.example', '--name', 'S', '--password-stdin'];
  await expect(run(line, 'seven77\n')).rejects.toThrow('The password has fewer than 8 characters');
});
