import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { addOrders } from '../testing/many-orders.ts';
import { inMemory, testSettings } from '../testing/server.ts';
import { signUp } from '../testing/shopper.ts';
import { dumpDatabase, restoreDatabase } from './dump-database.ts';
import { CommandError } from './files.ts';

const productId = 'indigo-selvedge-overshirt';

let folder: string;
let dump: string;
let source: OpenDatabase;

/** A shop with shoppers, orders, mails, refunds and every kind of value. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-dump-'));
  dump = path.join(folder, 'shop.jsonl');
  source = await openDatabase(inMemory);
  const server = await createApiServer(testSettings, {
    log: pino({ level: 'silent' }),
    database: { ...source, close: async () => undefined },
  });
  for (const statement of addOrders(300, 300)) await source.db.execute(sql.raw(statement));
  const shopper = await signUp(server, productId);
  expect((await shopper.buy()).status).toBe(201);
  await server.stop();
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

describeOnEachDatabase((newDatabase) => {
  test('a dump restores every row, and a second dump is equal', async () => {
    const rows = await dumpDatabase(source.db, dump);
    expect(rows).toBeGreaterThan(1_000);
    expect(((await stat(dump)).mode & 0o777).toString(8)).toBe('600');
    const restored = await openDatabase(await newDatabase());
    try {
      expect(await restoreDatabase(restored.db, dump)).toBe(rows);
      const again = path.join(folder, 'again.jsonl');
      await dumpDatabase(restored.db, again);
      const linesOf = async (file: string) => (await readFile(file, 'utf8')).split('\n').sort();
      expect(await linesOf(again)).toEqual(await linesOf(dump));

      // A shop starts on it, and new rows follow the restored ones.
      const server = await createApiServer(testSettings, {
        log: pino({ level: 'silent' }),
        database: { ...restored, close: async () => undefined },
      });
      const shopper = await signUp(server, productId);
      expect((await shopper.buy()).status).toBe(201);
      await server.stop();

      const refused = restoreDatabase(restored.db, dump);
      await expect(refused).rejects.toThrow(CommandError);
      await expect(refused).rejects.toThrow(/not empty .*PATCHWORK_DATA/);
    } finally {
      await restored.close();
    }
  });
});

test('a faulty file changes nothing, and the message says what is wrong', async () => {
  const { db, close } = await openDatabase(inMemory);
  const file = path.join(folder, 'faulty.jsonl');
  const secret = '["secrets",{"name":"a","value":"b"}]';
  const faulty: readonly [content: string, message: RegExp][] = [
    ['', /is empty/],
    ['a,b\n', /was not written by dump/],
    [`"patchwork-dump-1"\n${secret}\n["wheels",{"id":1}]\n`, /line 3: .* no such table/],
    [`"patchwork-dump-1"\n${secret}\n["secrets",{"name":\n`, /line 3/],
    [
      `"patchwork-dump-1"\n["secrets",{"name":"a","value":"b","age":1}]\n`,
      /no column age in secrets/,
    ],
  ];
  for (const [content, message] of faulty) {
    await writeFile(file, content);
    const restored = restoreDatabase(db, file);
    await expect(restored).rejects.toThrow(CommandError);
    await expect(restored).rejects.toThrow(message);
  }
  await expect(restoreDatabase(db, path.join(folder, 'none'))).rejects.toThrow(
    /can’t be read \(ENOENT\)/,
  );
  await expect(dumpDatabase(db, path.join(folder, 'none/shop'))).rejects.toThrow(
    /can’t be written \(ENOENT\)/,
  );
  expect(await db.execute(sql`select * from secrets`)).toMatchObject({ rows: [] });
  await close();
});
