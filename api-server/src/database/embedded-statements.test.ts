import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { snapshotFile } from '../testing/snapshot.ts';
import { extensions } from './embedded.ts';
import { parseOnce } from './embedded-statements.ts';

let client: PGlite;
/** Another database, whose `query` is PGlite's own. */
let plain: PGlite;

const table = `create table lines (id text primary key, qty int check (qty > 0), tags text[], data jsonb,
  at timestamptz default '2026-11-28T10:00:00Z', is_new boolean, price float8)`;
const insert =
  'insert into lines (id, qty, tags, data, is_new, price) values ($1, $2, $3, $4, $5, $6)';

beforeAll(async () => {
  // Opened in a fifth of the time that an empty database takes.
  const loadDataDir = new Blob([new Uint8Array(await readFile(snapshotFile))]);
  client = await PGlite.create({ loadDataDir, extensions });
  plain = await PGlite.create({ loadDataDir, extensions });
  await parseOnce(client);
  for (const each of [client, plain]) await each.exec(table);
});
afterAll(() => Promise.all([client.close(), plain.close()]));

test('values and rows are the same as those of PGlite’s own query', async () => {
  const rows = [
    ['shirt', 1, ['a "quoted", one', 'b'], { price: 5, notes: ['“ü”', null] }, true, 0.1],
    ['coat', null, [], null, false, null],
  ];
  for (const each of [client, plain]) for (const row of rows) await each.query(insert, row);
  for (const [text, values] of [
    ['select * from lines order by id', []],
    ['select * from lines where id = $1 and qty >= $2', ['shirt', 1]],
    ['select * from lines where id = any($1)', [['shirt', 'none']]],
    ['select count(*), max(at) from lines', []],
    ['update lines set price = $1 where id = $2 returning id, price', [7.5, 'coat']],
    ['select 1 as one where false', []],
  ] as const) {
    for (const options of [{}, { rowMode: 'array', parsers: { 1184: String } }] as const) {
      const own = await plain.query(text, [...values], options);
      for (const time of ['first', 'second']) {
        const { rows } = await client.query(text, [...values], options);
        expect(rows, `${text}, the ${time} time`).toEqual(own.rows);
      }
    }
  }
});

test('a statement that is repeated is sent in one message', async () => {
  const sent = vi.spyOn(client, 'execProtocolRawSync');
  const read = () => client.query('select qty + $1 as sum from lines', [2]);
  await read();
  sent.mockClear();
  await read();
  expect(sent).toHaveBeenCalledOnce();
  sent.mockRestore();
});

test('a statement that fails has the database’s code, and the next one runs', async () => {
  const wrong = { code: '23514', constraint: 'lines_qty_check' };
  await expect(client.query(insert, ['hat', 0, [], {}, true, 1])).rejects.toMatchObject(wrong);
  await expect(client.query('select * from nothing')).rejects.toMatchObject({ code: '42P01' });
  expect((await client.query('select 7 as n')).rows).toEqual([{ n: 7 }]);
});

test('a transaction is committed or rolled back as a whole, and others wait for it', async () => {
  const count = async () => (await client.query('select id from lines where qty = 9')).rows.length;
  const valuesOf = (id: string) => [id, 9, [], {}, true, 1];
  const within = client.transaction(async (tx) => {
    await tx.query(insert, valuesOf('one'));
    await tx.query(insert, valuesOf('two'));
  });
  expect(await count()).toBe(2);
  await within;
  const failed = client.transaction(async (tx) => {
    await tx.query(insert, valuesOf('three'));
    await tx.query(insert, valuesOf('one'));
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await count()).toBe(2);
  let late: typeof client.query | undefined;
  await client.transaction(async (tx) => {
    late = tx.query;
  });
  await expect(late?.('select 1')).rejects.toThrow('Transaction is closed');
});

test('of many different statements, Postgres keeps 300', async () => {
  for (let n = 0; n < 310; n += 1) await client.query(`select ${n} as n`);
  const kept = await client.exec('select count(*)::int as count from pg_prepared_statements');
  expect(kept[0]?.rows).toEqual([{ count: 300 }]);
  expect((await client.query('select 0 as n')).rows).toEqual([{ n: 0 }]);
});
