import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { categories, products } from '../database/schema.ts';
import { CommandError } from './command-error.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { importCatalogue } from './import-catalogue.ts';
import { csv, faults, header, nothing, rupees, shirt } from './testing-catalogue.ts';

let opened: OpenDatabase;
let folder: string;

beforeAll(async () => {
  opened = await openDatabase({ kind: 'memory' });
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-import-'));
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => opened.db.delete(products));

async function write(content: string | Uint8Array, name = 'catalogue.csv'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const options = { dryRun: false, replace: false };

const importText = async (content: string | Uint8Array, change = {}, name?: string) =>
  importCatalogue(opened.db, await write(content, name), { ...options, ...change });

/** What an import is refused with: its sentence, then its details. */
async function refusal(content: string | Uint8Array, name?: string): Promise<string[]> {
  const error = await importText(content, {}, name).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  const { message, details } = error as CommandError;
  return [message.replaceAll(`${folder}${path.sep}`, ''), ...details];
}

const rows = () => opened.db.select().from(products).orderBy(asc(products.position));
const ids = async () => (await rows()).map(({ id }) => id);

test('a product needs six columns, and has a value for each of the others', async () => {
  expect(await importText(csv(shirt))).toEqual({ added: 1, changed: 0, removed: 0, dryRun: false });
  expect(await rows()).toMatchObject([
    {
      ...{ id: 'shirt', title: 'Plain Shirt', searchTitle: 'plain shirt', description: '' },
      ...{ image: '', category: 'MEN', size: 'M', price: 1500, originalPrice: 1500, rating: 0 },
      ...{ reviews: '0', stock: 7, held: 0, deliveryDays: 4, trending: false },
    },
  ]);
  expect(await opened.db.select().from(categories)).toHaveLength(3);
});

test('after an import the database knows how many products it has, which its plans depend on', async () => {
  await importText(csv(shirt, 'coat,Coat,MEN,M,1500,7'));
  const counted = await opened.db
    .select({ products: sql<number>`reltuples::int` })
    .from(sql`pg_class`)
    .where(sql`relname = 'products'`);
  expect(counted).toEqual([{ products: 2 }]);
});

test('a byte order mark, Windows line ends, empty lines and quoted cells are understood', async () => {
  const text = `\uFEFF${header}\r\n\r\nshirt,"Shirt, ""plain""\nand blue",men,m,1500,7\r\n\r\n`;
  await importText(text);
  expect(await rows()).toMatchObject([{ title: 'Shirt, "plain"\nand blue', category: 'MEN' }]);
});

test.each(['=1+1', '+91 shirts', '-50%', '@home', "'quoted"])(
  'a cell that a spreadsheet takes for a formula is a text: %s',
  async (title) => {
    await importText(csv(`shirt,${title},MEN,M,1500,7`));
    const file = path.join(folder, 'formula.csv');
    await exportCatalogue(opened.db, file);
    await importCatalogue(opened.db, file, { ...options, replace: true });
    expect((await rows()).map((row) => row.title)).toEqual([title]);
  },
);

test('a JSON file is a list of objects with the same fields', async () => {
  const product = {
    id: 'shirt',
    title: 'Shirt',
    category: 'MEN',
    size: 'M',
    price: 1500,
    stock: 7,
  };
  await importText(JSON.stringify([{ ...product, trending: true, rating: 4.5 }]), {}, 'a.json');
  expect(await rows()).toMatchObject([{ id: 'shirt', price: 1500, rating: 4.5, trending: true }]);
});

test('a product that is there already is changed, and keeps its place', async () => {
  await importText(csv(shirt, 'kurta,Kurta,MEN,L,900,1'));
  const result = await importText(csv('dress,Dress,WOMEN,S,2000,2', 'shirt,Shirt,MEN,M,1200,3'));
  expect(result).toMatchObject({ added: 1, changed: 1, removed: 0 });
  expect(await ids()).toEqual(['shirt', 'kurta', 'dress']);
  expect(await rows()).toMatchObject([{ title: 'Shirt', price: 1200, stock: 3 }, {}, {}]);
});

test('replacing removes the others, and takes the order of the file', async () => {
  await importText(csv(shirt, 'kurta,Kurta,MEN,L,900,1', 'dress,Dress,WOMEN,S,2000,2'));
  const file = csv('dress,Dress,WOMEN,S,2000,2', shirt);
  expect(await importText(file, { replace: true })).toMatchObject({ changed: 2, removed: 1 });
  expect(await ids()).toEqual(['dress', 'shirt']);
});

test('a dry run says what would happen, and changes nothing', async () => {
  await importText(csv(shirt));
  const file = csv('shirt,Shirt,MEN,M,1,1', 'dress,Dress,WOMEN,S,2000,2');
  const result = await importText(file, { dryRun: true });
  expect(result).toEqual({ added: 1, changed: 1, removed: 0, dryRun: true });
  expect(await rows()).toMatchObject([{ id: 'shirt', price: 1500 }]);
});

test.each(['csv', 'json'])('what is exported to .%s is imported as it was', async (extension) => {
  await importText(csv(shirt, 'coat,"Coat, ""warm""\n",KIDS,XL,999,0'));
  const before = await rows();
  const file = path.join(folder, `export.${extension}`);
  expect(await exportCatalogue(opened.db, file)).toBe(2);
  await opened.db.delete(products);
  await importCatalogue(opened.db, file, options);
  const withoutPlace = ({ position: _position, ...row }: (typeof before)[number]) => row;
  expect((await rows()).map(withoutPlace)).toEqual(before.map(withoutPlace));
});

test('thousands of products are imported, and the progress is reported', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => `id-${index},Shirt ${index},MEN,M,1,1`);
  const counts: number[] = [];
  await importText(csv(...lines), { onProgress: (count: number) => counts.push(count) });
  expect(await ids()).toHaveLength(2500);
  expect(counts).toEqual([1000, 2000, 2500]);
});

describe('a file with a fault changes nothing, and each fault has its line', () => {
  beforeEach(() => importText(csv(shirt)));

  test.each(faults)('%s', async (_fault, content, ...expected) => {
    expect(await refusal(content)).toEqual(expected);
    expect(await rows()).toMatchObject([{ id: 'shirt', price: 1500 }]);
  });

  test('a broken encoding', async () => {
    const bytes = Buffer.from(csv(shirt, 'kurta,Ca\xE9,MEN,M,1,1'), 'latin1');
    expect(await refusal(bytes)).toEqual([
      expect.stringMatching(
        /^catalogue\.csv is not written in UTF-8 \(after line \d\): save it as/,
      ),
    ]);
  });

  test('a fault after thousands of good products', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `id-${index},Shirt,MEN,M,1,1`);
    expect(await refusal(csv(...lines, 'last,Shirt,MEN,M,-1,1'))).toEqual([
      nothing,
      `line 3002: ${rupees}`,
    ]);
    expect(await ids()).toEqual(['shirt']);
  });

  test('no more than twenty faults are listed', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `id-${index},Shirt,MEN,M,-1,1`);
    expect(await refusal(csv(...lines))).toHaveLength(21);
  });

  test('a line of a gigabyte, which is not read to its end', async () => {
    const file = path.join(folder, 'endless.csv');
    const handle = await open(file, 'w');
    await handle.write(`${header}\na,"`);
    // The rest is a hole in the file: it takes no space, and is read as characters of code 0.
    await handle.truncate(1_000_000_000);
    await handle.close();
    const before = process.memoryUsage().rss;
    await expect(importCatalogue(opened.db, file, options)).rejects.toThrow(
      /line 2: a product has more than 1,000,000 characters/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test.each([
    ['no JSON', '[{]', /^a\.json is not JSON: /],
    ['no list', '{}', /^a\.json is not a list of products$/],
    ['no object', '[7]', /^a\.json, product 1: it is not an object$/],
    ['an unknown field', '[{"id":"a"},{"colour":1}]', /^a\.json, product 1: the column title/],
  ])('in JSON: %s', async (_fault, content, expected) => {
    expect((await refusal(content, 'a.json'))[0]).toMatch(expected);
  });

  test('a JSON product, by its number', async () => {
    const product = { id: 'a', title: 'A', category: 'MEN', size: 'M', price: null, stock: {} };
    expect(await refusal(JSON.stringify([product]), 'a.json')).toEqual([
      'Nothing was imported: a.json has faults',
      'product 1: price is a text, a number, or true or false',
      'product 1: stock is a text, a number, or true or false',
    ]);
  });

  test('another kind of file, or none', async () => {
    expect(await refusal('', 'a.xlsx')).toEqual(['a.xlsx is neither a .csv nor a .json file']);
    await expect(importCatalogue(opened.db, '/nowhere.csv', options)).rejects.toThrow(
      'There is no file /nowhere.csv',
    );
  });
});

describe('pieces that shoppers are just paying for', () => {
  beforeEach(async () => {
    await importText(csv(shirt));
    await opened.db.update(products).set({ held: 3 }).where(eq(products.id, 'shirt'));
  });

  test('stay in stock', async () => {
    expect(await refusal(csv('shirt,Shirt,MEN,M,1,2'))).toEqual([
      'Nothing was imported: catalogue.csv has faults',
      'line 2: stock is 2, but shoppers are just paying for 3',
    ]);
    await importText(csv('shirt,Shirt,MEN,M,1,3'));
    expect(await rows()).toMatchObject([{ stock: 3, held: 3 }]);
  });

  test('are not removed with their product', async () => {
    const file = csv('dress,Dress,WOMEN,S,2000,2');
    await expect(importText(file, { replace: true })).rejects.toThrow(/just paying for shirt/);
    expect(await ids()).toEqual(['shirt']);
  });
});

test('an export that fails leaves the earlier file as it was', async () => {
  const file = await write('earlier', 'kept.csv');
  const broken = {
    ...opened.db,
    select: () => {
      throw new Error('no connection');
    },
  };
  await expect(exportCatalogue(broken as never, file)).rejects.toThrow('no connection');
  expect(await readFile(file, 'utf8')).toBe('earlier');
});
