import { writeFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleProductsInSizes } from '@patchwork/api/sample-data/styles';
import { defaultFilters } from '@patchwork/domain';
import { aProduct } from '@patchwork/domain/testing';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockProducts } from '../checkout/stock.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { categories, products } from '../database/schema.ts';
import { fromProduct } from '../rows/product-row.ts';
import { queryProductRows } from '../rows/query-products.ts';
import { openBreakableConnection } from '../testing/breakable-connection.ts';
import { runCommand } from '../testing/command.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { query } from '../testing/postgres.ts';
import { inMemory, testSettings } from '../testing/server.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { CommandError } from './files.ts';
import { importCatalogue, whileNoOtherImports } from './import-catalogue.ts';
import { importSample } from './import-sample.ts';
import { addStock } from './product-commands.ts';

const header = 'id,title,category,size,price,stock';
const shirt = 'shirt,Plain Shirt,MEN,M,1500,7';
const csv = (...lines: string[]) => [header, ...lines, ''].join('\n');

const picture = { image: '/back.svg', alt: 'Shirt, from behind' };
const formula = { ...picture, alt: '=1+1' };

const nothing = 'Nothing was imported: catalogue.csv has faults';
const rupees = 'price must be a whole number of rupees, from 0 to 999999999';

/** Faulty files: the fault, the content, and the import's message with its details. */
const faultyFiles: [fault: string, content: string, ...said: string[]][] = [
  ['no content', '', 'catalogue.csv is empty'],
  ['a header alone', `${header}\n`, 'Nothing was imported: catalogue.csv has no product'],
  [
    'a missing column',
    'id,title\na,b\n',
    'catalogue.csv, line 1: the column category, size, price is missing',
  ],
  [
    'columns of another program',
    'Artikelnummer,Name\na,b\n',
    'catalogue.csv, line 1: these are neither our columns nor those of a product file of Shopify or WooCommerce in English, or of Google Merchant Center',
  ],
  ['an unknown column', `${header},fabric\n`, 'catalogue.csv, line 1: there is no column fabric'],
  ['a column twice', `${header},size\n`, 'catalogue.csv, line 1: the column size is there twice'],
  ['too few cells', csv('a,b'), 'catalogue.csv, line 2: the number of cells is not that of line 1'],
  [
    'an open quote',
    csv('"a,b,MEN,S,1,1'),
    'catalogue.csv, line 2: a quote is opened and never closed',
  ],
  [
    'an id twice',
    csv('a,b,MEN,S,1,1', 'c,d,MEN,S,1,1', 'a,e,MEN,S,1,1'),
    nothing,
    'line 4: the id a is also used in line 2',
  ],
  [
    'two faults',
    csv('a,b,MEN,XS,1,1', 'c,d,MEN,S,1,many'),
    nothing,
    'line 2: size must be one of S, M, L, XL, XXL',
    'line 3: stock must be a whole number of pieces, from 0 to 999999999',
  ],
];

const idCharacters =
  'id has a character that addresses can’t have: /, \\ or %, a control character, or half a surrogate pair';
const idDots = 'id can’t be . or .., which have a meaning in addresses';
const pictureAddress =
  'image must be an address that begins with https:// or a path that begins with /';

const fileLines =
  'image must have, on each line below the address, a file of the picture, a space, and its width in pixels: /shirt-400.jpg 400w';
const widthTwice = 'has two files of the same width for a picture';

const pictureLines =
  'pictures must have, on each line, the address of a picture as in image, a space, and a description of the picture';

const swatchAlone =
  'swatch must be given together with colour: the name of a colour, and what it looks like, as in #2b3766';

/** Cells of a product with one fault, and its message. A seventh cell is for the column named last. */
const faultyProducts: [cells: string, message: string, column?: string][] = [
  ['a,b,MEN,S,-5,1', rupees],
  ['a,b,MEN,S,9.5,1', rupees],
  ['a,b,MEN,S,1000000000,1', rupees],
  ['a,b,MEN,S,,1', rupees],
  ['a,b,DOGS,S,1,1', 'category must be one of MEN, WOMEN, KIDS'],
  ['a/b,b,MEN,S,1,1', idCharacters],
  ['a\\b,b,MEN,S,1,1', idCharacters],
  ['a%2Fb,b,MEN,S,1,1', idCharacters],
  ['50%,b,MEN,S,1,1', idCharacters],
  ['a\u0007b,b,MEN,S,1,1', idCharacters],
  ['a\u0085b,b,MEN,S,1,1', idCharacters],
  ['.,b,MEN,S,1,1', idDots],
  ['..,b,MEN,S,1,1', idDots],
  [`${'a'.repeat(201)},b,MEN,S,1,1`, 'id must be a text of 1 to 200 characters'],
  [
    'a,b\0,MEN,S,1,1',
    'title has a character that a text can’t have: code 0, or half a surrogate pair',
  ],
  ['a,b,MEN,S,1,1,javascript:alert(1)', pictureAddress, 'image'],
  ['a,b,MEN,S,1,1,"/a.jpg\n/a-400.jpg"', fileLines, 'image'],
  ['a,b,MEN,S,1,1,"/a.jpg\n/a-400.jpg 0w"', fileLines, 'image'],
  ['a,b,MEN,S,1,1,"/a.jpg\njavascript:alert(1) 400w"', fileLines, 'image'],
  ['a,b,MEN,S,1,1,"/a.jpg\n/b.jpg 400w\n/c.jpg 400w"', `image ${widthTwice}`, 'image'],
  ['a,b,MEN,S,1,1,"/a.jpg worn\n/b.jpg 9w\n/c.jpg 9w"', `pictures ${widthTwice}`, 'pictures'],
  ['a,b,MEN,S,1,1,/a-400.jpg 400w', pictureLines, 'pictures'],
  ['a,b,MEN,S,1,1,/back.svg', pictureLines, 'pictures'],
  ['a,b,MEN,S,1,1,javascript:alert(1) worn', pictureLines, 'pictures'],
  ['a,b,MEN,S,1,1,/\\evil.example/x.png worn', pictureLines, 'pictures'],
  ['a,b,MEN,S,1,1,#2b3766', swatchAlone, 'swatch'],
  ['a,b,MEN,S,1,1,Selvedge', swatchAlone, 'colour'],
  ['a,b,MEN,S,1,1,5.1', 'rating must be a number from 0 to 5', 'rating'],
];

let opened: OpenDatabase;
let folder: string;

beforeAll(async () => {
  opened = await openDatabase(inMemory);
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

const options = { dryRun: false, replace: false, setStock: false };

const importText = async (content: string | Uint8Array, change = {}, name?: string) =>
  importCatalogue(opened.db, await write(content, name), { ...options, ...change });

/** Returns the message of a refused import, then its details. */
async function refusal(content: string | Uint8Array, name?: string): Promise<string[]> {
  const error = await importText(content, {}, name).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  const { message, details } = error as CommandError;
  return [message.replaceAll(`${folder}${path.sep}`, ''), ...details];
}

const rows = () => opened.db.select().from(products).orderBy(asc(products.position));
const ids = async () => (await rows()).map(({ id }) => id);

test('a product needs five columns, and the others have defaults', async () => {
  expect(await importText('id,title,category,size,price\nshirt,Plain Shirt,MEN,M,1500')).toEqual({
    ...{ added: 1, changed: 0, removed: 0, stocksLeftAlone: 0, dryRun: false },
  });
  expect(await rows()).toMatchObject([
    {
      ...{ id: 'shirt', title: 'Plain Shirt', searchTitle: 'plain shirt', description: '' },
      ...{ image: '', category: 'MEN', size: 'M', price: 1500, originalPrice: 1500, rating: 0 },
      ...{ reviews: '0', stock: 0, held: 0, deliveryDays: 4, trending: false },
    },
  ]);
  expect(await opened.db.select().from(categories)).toHaveLength(3);
});

test('further pictures are lines with an address and a text; an import without them removes them', async () => {
  const cell = '"https://pictures.example/back.png  From behind\r\n\n /worn.svg Worn by Asha\n"';
  await importText(`${header},pictures,care\n${shirt},${cell},Cotton.`);
  const pictures = [
    { image: 'https://pictures.example/back.png', alt: 'From behind' },
    { image: '/worn.svg', alt: 'Worn by Asha' },
  ];
  expect(await rows()).toMatchObject([{ pictures, care: 'Cotton.' }]);
  await importText(csv(shirt));
  expect(await rows()).toMatchObject([{ pictures: null, care: null }]);
});

test('a picture’s files in several widths are listed below it; an import without them removes them', async () => {
  const files = [
    { image: '/shirt-400.jpg', width: 400 },
    { image: 'https://pictures.example/shirt,800', width: 800 },
  ];
  const lines = '/shirt-400.jpg 400w\nhttps://pictures.example/shirt,800  800w';
  const worn = `/worn.jpg Worn\n${lines}\n/back.jpg From behind`;
  await importText(
    `id,title,category,size,price,image,pictures\nshirt,Shirt,MEN,M,1,"/shirt.jpg\n${lines}","${worn}"`,
  );
  const pictures = [
    { image: '/worn.jpg', sources: files, alt: 'Worn' },
    { image: '/back.jpg', alt: 'From behind' },
  ];
  expect(await rows()).toMatchObject([{ image: '/shirt.jpg', sources: files, pictures }]);
  await importText(csv(shirt));
  expect(await rows()).toMatchObject([{ sources: null, pictures: null }]);
});

test('an import updates the database’s count of products, on which query plans depend', async () => {
  await importText(csv(shirt, 'coat,Coat,MEN,M,1500,7'));
  const counted = await opened.db
    .select({ products: sql<number>`reltuples::int` })
    .from(sql`pg_class`)
    .where(sql`relname = 'products'`);
  expect(counted).toEqual([{ products: 2 }]);
});

test('a byte order mark, Windows line endings, empty lines and quoted cells are supported', async () => {
  const text = `\uFEFF${header}\r\n\r\nshirt,"Shirt, ""plain""\nand blue",men,m,1500,7\r\n\r\n`;
  await importText(text);
  expect(await rows()).toMatchObject([{ title: 'Shirt, "plain"\nand blue', category: 'MEN' }]);
});

test('an existing product is changed and keeps its position', async () => {
  await importText(csv(shirt, 'kurta,Kurta,MEN,L,900,1'));
  const result = await importText(csv('dress,Dress,WOMEN,S,2000,2', 'shirt,Shirt,MEN,M,1200,3'));
  expect(result).toMatchObject({ added: 1, changed: 1, removed: 0 });
  expect(await ids()).toEqual(['shirt', 'kurta', 'dress']);
  expect(await rows()).toMatchObject([{ title: 'Shirt', price: 1200 }, {}, {}]);
});

test('`replace` removes the other products and adopts the order of the file', async () => {
  await importText(csv(shirt, 'kurta,Kurta,MEN,L,900,1', 'dress,Dress,WOMEN,S,2000,2'));
  const file = csv('dress,Dress,WOMEN,S,2000,2', shirt);
  expect(await importText(file, { replace: true })).toMatchObject({ changed: 2, removed: 1 });
  expect(await ids()).toEqual(['dress', 'shirt']);
});

test('a dry run reports what would happen and changes nothing', async () => {
  await importText(csv(shirt));
  const file = csv('shirt,Shirt,MEN,M,1,1', 'dress,Dress,WOMEN,S,2000,2');
  const result = await importText(file, { dryRun: true });
  expect(result).toEqual({
    ...{ added: 1, changed: 1, removed: 0, stocksLeftAlone: 1, dryRun: true },
  });
  expect(await rows()).toMatchObject([{ id: 'shirt', price: 1500 }]);
});

const feed = (availability: string) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${['shirt', 'coat']
    .map(
      (id) =>
        `<item><g:id>${id}</g:id><title>${id}</title><g:price>1500 INR</g:price><g:gender>male</g:gender><g:size>M</g:size><g:availability>${availability}</g:availability></item>`,
    )
    .join('')}</channel></rss>`;

test('a file that says only “in stock” gives a new product one piece, and changes no other', async () => {
  await importText(csv(shirt));
  await importText(feed('in_stock'), { setStock: true }, 'feed.xml');
  expect(await rows()).toMatchObject([
    { id: 'shirt', stock: 7 },
    { id: 'coat', stock: 1 },
  ]);
  await importText(feed('out_of_stock'), { setStock: true }, 'feed.xml');
  expect(await rows()).toMatchObject([{ stock: 0 }, { stock: 0 }]);
});

test('a file of another shop with no product for this one is refused, and says why', async () => {
  expect(await refusal(feed('in_stock').replaceAll('>M<', '>38<'), 'feed.xml')).toEqual([
    'Nothing was imported: feed.xml has no product',
    'line 1: shirt has the size 38: the shop has S, M, L, XL and XXL',
    'line 1: coat has the size 38: the shop has S, M, L, XL and XXL',
  ]);
});

test('a hidden product stays hidden, and is exported', async () => {
  await importText(csv('shirt,Shirt,MEN,M,1200,7'));
  await opened.db.update(products).set({ isHidden: true }).where(eq(products.id, 'shirt'));
  const file = path.join(folder, 'hidden.csv');
  await exportCatalogue(opened.db, file, 'https://shop.example');
  await importCatalogue(opened.db, file, { ...options, replace: true });
  expect(await rows()).toMatchObject([{ id: 'shirt', isHidden: true }]);
});

describe('the stock', () => {
  beforeEach(() => importText(csv(shirt)));

  const stocks = async () => (await rows()).map(({ stock }) => stock);

  test('of a product that was sold since the export stays as it is', async () => {
    const file = path.join(folder, 'before-the-sales.csv');
    await exportCatalogue(opened.db, file, 'https://shop.example');
    await opened.db.update(products).set({ stock: sql`${products.stock} - 2` });
    const result = await importCatalogue(opened.db, file, { ...options, replace: true });
    expect(result).toMatchObject({ changed: 1, stocksLeftAlone: 1 });
    expect(await stocks()).toEqual([5]);
  });

  test('is set if `setStock` says so and the cell has a number', async () => {
    const file = csv('shirt,Shirt,MEN,M,1200,3', 'dress,Dress,WOMEN,S,2000,2');
    const result = await importText(file, { setStock: true });
    expect(result).toMatchObject({ changed: 1, stocksLeftAlone: 0 });
    expect(await stocks()).toEqual([3, 2]);
    await importText(csv('shirt,Shirt,MEN,M,1200,'), { setStock: true });
    expect(await stocks()).toEqual([3, 2]);
  });

  test('of a new product without a number is 0', async () => {
    const result = await importText(csv('shirt,Shirt,MEN,M,1200,', 'dress,Dress,WOMEN,S,2000,'));
    expect(result).toMatchObject({ added: 1, changed: 1, stocksLeftAlone: 0 });
    expect(await stocks()).toEqual([7, 0]);
  });

  test('is increased or decreased by a number of pieces, but not below the reserved ones', async () => {
    await opened.db.update(products).set({ held: 3 });
    expect(await addStock(opened.db, 'shirt', '5', 'Ravi')).toEqual({
      id: 'shirt',
      stock: 12,
      held: 3,
    });
    expect(await addStock(opened.db, 'shirt', '-9', 'Ravi')).toEqual({
      id: 'shirt',
      stock: 3,
      held: 3,
    });
    await expect(addStock(opened.db, 'shirt', '-1', 'Ravi')).rejects.toThrow(
      'shirt has 3 pieces, 3 of them reserved by open checkouts: remove at most 0',
    );
    expect(await stocks()).toEqual([3]);
  });

  test.each([
    ['coat', '1', 'There is no product coat'],
    ['shirt', '1.5', '1.5 is not a whole number of pieces, such as 5 or -2'],
    ['shirt', 'many', 'many is not a whole number of pieces, such as 5 or -2'],
    ['shirt', '999999999', 'A product can have at most 999,999,999 pieces'],
  ])('of %s is not changed by %s pieces', async (id, pieces, expected) => {
    await expect(addStock(opened.db, id, pieces, 'Ravi')).rejects.toThrow(expected);
    expect(await stocks()).toEqual([7]);
  });
});

test.each(['csv', 'json'])(
  'a catalogue that was exported to .%s is imported unchanged',
  async (extension) => {
    const titles = [
      'coat,"Coat, ""warm""\n",KIDS,XL,999,0',
      '-5,=1+1,MEN,M,1500,7',
      "quoted,'quoted,MEN,M,1500,7",
      'semicolon,a;=1+1,MEN,M,1500,7',
    ];
    await importText(csv(shirt, ...titles));
    // An import would read this title as an escaped formula.
    const set = {
      ...{ title: "'=1+1", searchTitle: "'=1+1", rating: 4.5, trending: true },
      ...{ image: '/a.jpg', sources: [{ image: '/a-400.jpg', width: 400 }] },
      ...{ pictures: [{ ...picture, sources: [{ image: '/b.jpg', width: 9 }] }, formula] },
      care: '-20 °C, at most',
    };
    await opened.db.update(products).set(set).where(eq(products.id, 'quoted'));
    const before = await rows();
    const file = path.join(folder, `export.${extension}`);
    expect(await exportCatalogue(opened.db, file, 'https://shop.example')).toEqual({
      exported: 5,
      leftOut: [],
    });
    if (extension === 'csv') {
      const lines = (await readFile(file, 'utf8')).split('\r\n');
      expect(lines).toContain("'-5,'=1+1,,,MEN,M,1500,1500,0,0,7,4,false,,,,,");
      expect(lines).toContain(
        `quoted,''=1+1,,"/a.jpg\n/a-400.jpg 400w",MEN,M,1500,1500,4.5,0,7,4,true,"/back.svg Shirt, from behind\n/b.jpg 9w\n/back.svg =1+1","'-20 °C, at most",,,`,
      );
      expect(lines).toContain('semicolon,"a;=1+1",,,MEN,M,1500,1500,0,0,7,4,false,,,,,');
    }
    await opened.db.delete(products);
    await importCatalogue(opened.db, file, options);
    const withoutPlace = ({ position: _position, ...row }: (typeof before)[number]) => row;
    expect((await rows()).map(withoutPlace)).toEqual(before.map(withoutPlace));
  },
);

test('thousands of products are imported, with progress reports', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => `id-${index},Shirt ${index},MEN,M,1,1`);
  const steps: [step: string, count: number][] = [];
  const onProgress = (step: string, count: number) => steps.push([step, count]);
  await importText(csv(...lines), { onProgress });
  expect(await ids()).toHaveLength(2500);
  expect(steps.slice(11, 14)).toEqual([
    ['checked', 2400],
    ['checked', 2500],
    ['written', 200],
  ]);
  expect(steps.at(-1)).toEqual(['written', 2500]);
});

test('an import that is interrupted says so and can be completed by running it again', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => `id-${index},Shirt ${index},MEN,M,1,1`);
  const onProgress = (step: string, count: number) => {
    if (step === 'written' && count === 400) throw new Error('the connection broke');
  };
  const error = await importText(csv(...lines), { onProgress }).catch((thrown) => thrown);
  expect(error).toMatchObject({
    message:
      'The import stopped when 400 of 500 products were written. Run it again to complete it',
    details: ['the connection broke'],
  });
  expect(await ids()).toHaveLength(400);
  expect(await importText(csv(...lines))).toMatchObject({ added: 100, changed: 400 });
  expect(await ids()).toEqual(lines.map((line) => line.split(',')[0]));
});

test('a file that changes while it is imported ends the import', async () => {
  const file = await write(csv(shirt, 'coat,Coat,MEN,M,1500,7'));
  const onProgress = () => writeFileSync(file, csv('coat,Coat,MEN,M,1500,7', shirt));
  await expect(importCatalogue(opened.db, file, { ...options, onProgress })).rejects.toMatchObject({
    details: [`${file} was changed during the import`],
  });
  expect(await ids()).toEqual([]);
});

describe('a faulty file changes nothing, and each fault is reported with its line', () => {
  beforeEach(() => importText(csv(shirt)));

  test.each(faultyFiles)('%s', async (_fault, content, ...expected) => {
    expect(await refusal(content)).toEqual(expected);
    expect(await rows()).toMatchObject([{ id: 'shirt', price: 1500 }]);
  });

  test.each(faultyProducts)('the product %j: %s', async (cells, message, column) => {
    const columns = column === undefined ? header : `${header},${column}`;
    const last = `line ${1 + cells.split('\n').length}`;
    expect(await refusal(`${columns}\n${cells}\n`)).toEqual([nothing, `${last}: ${message}`]);
    expect(await rows()).toMatchObject([{ id: 'shirt', price: 1500 }]);
  });

  test('a broken encoding', async () => {
    const bytes = Buffer.from(csv(shirt, 'kurta,Ca\xE9,MEN,M,1,1'), 'latin1');
    expect(await refusal(bytes)).toEqual([
      expect.stringMatching(
        /^catalogue\.csv is not encoded in UTF-8 \(after line \d\): save it as/,
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

  test('at most twenty faults are listed', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `id-${index},Shirt,MEN,M,-1,1`);
    expect(await refusal(csv(...lines))).toHaveLength(21);
  });

  test('a line of a gigabyte is refused without being read completely', async () => {
    const file = path.join(folder, 'endless.csv');
    const handle = await open(file, 'w');
    await handle.write(`${header}\na,"`);
    // The rest of the file is sparse: it takes no disk space and reads as NUL characters.
    await handle.truncate(1_000_000_000);
    await handle.close();
    const before = process.memoryUsage().rss;
    await expect(importCatalogue(opened.db, file, options)).rejects.toThrow(
      /line 2: a record has more than 1,000,000 characters/,
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

  test('faults of JSON are reported with the number of the product', async () => {
    const product = { id: 'a', title: 'A', category: 'MEN', size: 'M', price: null, stock: {} };
    expect(await refusal(JSON.stringify([product]), 'a.json')).toEqual([
      'Nothing was imported: a.json has faults',
      'product 1: price must be a text, a number, or true or false',
      'product 1: stock must be a text, a number, or true or false',
    ]);
  });

  test('half a surrogate pair in JSON, which Postgres can’t store', async () => {
    const product = { id: 'a', title: 'A\ud800', category: 'MEN', size: 'M', price: 1 };
    expect(await refusal(JSON.stringify([product]), 'a.json')).toEqual([
      'Nothing was imported: a.json has faults',
      'product 1: title has a character that a text can’t have: code 0, or half a surrogate pair',
    ]);
  });

  test('a file of another kind and a missing file are refused', async () => {
    expect(await refusal('', 'a.xlsx')).toEqual([
      'a.xlsx is not a .csv, .tsv, .txt, .xml or .json file',
    ]);
    await expect(importCatalogue(opened.db, '/nowhere.csv', options)).rejects.toThrow(
      'There is no file /nowhere.csv',
    );
  });
});

describe('pieces that are reserved by open checkouts', () => {
  beforeEach(async () => {
    await importText(csv(shirt));
    await opened.db.update(products).set({ held: 3 }).where(eq(products.id, 'shirt'));
  });

  test('stay in stock', async () => {
    const setStock = { setStock: true };
    await expect(importText(csv('shirt,Shirt,MEN,M,1,2'), setStock)).rejects.toMatchObject({
      details: ['line 2: stock is 2, but open checkouts reserve 3'],
    });
    expect(await rows()).toMatchObject([{ price: 1500, stock: 7 }]);
    await importText(csv('shirt,Shirt,MEN,M,1,3'), setStock);
    expect(await rows()).toMatchObject([{ stock: 3, held: 3 }]);
  });

  test('are not removed: their product stays', async () => {
    const file = csv('dress,Dress,WOMEN,S,2000,2');
    await expect(importText(file, { replace: true })).rejects.toThrow(
      /shirt is in an open checkout/,
    );
    expect(await ids()).toEqual(['shirt']);
  });
});

test('a failed export leaves the earlier file unchanged, and says why the database refused', async () => {
  const file = await write('earlier', 'kept.csv');
  const exported = opened.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    return exportCatalogue(tx, file, 'https://shop.example');
  });
  await expect(exported).rejects.toThrow(
    /^The catalogue can’t be read: current transaction is aborted/,
  );
  expect(await readFile(file, 'utf8')).toBe('earlier');
});

test('an export to a folder that does not exist says that the file can’t be written', async () => {
  const file = path.join(folder, 'nowhere', 'catalogue.csv');
  await expect(exportCatalogue(opened.db, file, 'https://shop.example')).rejects.toThrow(
    `${file} can’t be written: ENOENT`,
  );
});

const line = (id: string) => `${id},Shirt,MEN,M,1500,7`;

const TIMEOUT_MS = 60_000;

describeOnPostgres('an import while shoppers check out', (newDatabase) => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let opened: OpenDatabase;
  let file: string;

  beforeAll(async () => {
    database = await newDatabase();
    opened = await openDatabase(database);
    // Several transactions, so that the first part is written before the last product's turn.
    const between = Array.from({ length: 400 }, (_, index) => line(`m${index}`));
    file = await write(csv(line('z'), ...between, line('a')), 'while-shopping.csv');
  });
  beforeEach(async () => {
    await opened.db.delete(products);
    await opened.db
      .insert(products)
      .values(['a', 'z'].map((id) => ({ ...fromProduct(aProduct({ id })), stock: 7 })));
  });
  afterAll(() => opened.close());

  /** Starts an import. Resolves once it waits for the transaction that has locked a product. */
  async function beginBlockedImport() {
    const imported = importCatalogue(opened.db, file, options);
    const isWaiting = async () =>
      (await query(database.url, 'select from pg_locks where not granted')).length > 0;
    await Promise.race([
      imported,
      expect.poll(isWaiting, { timeout: TIMEOUT_MS, interval: 50 }).toBe(true),
    ]);
    return { imported };
  }

  test(
    'waits for a checkout, whatever the order of the products in the file',
    async () => {
      const { imported } = await opened.db.transaction(async (tx) => {
        await lockProducts(tx, ['a']);
        const begun = await beginBlockedImport();
        await expect(lockProducts(tx, ['z'])).resolves.toHaveLength(1);
        await tx.update(products).set({ held: 1 }).where(eq(products.id, 'z'));
        return begun;
      });
      await expect(imported).resolves.toMatchObject({ added: 400, changed: 2 });
    },
    TIMEOUT_MS,
  );

  test(
    'lets other products be bought, and does not restore pieces that were sold meanwhile',
    async () => {
      const { imported } = await opened.db.transaction(async (blocking) => {
        await lockProducts(blocking, ['a']);
        const begun = await beginBlockedImport();
        await opened.db.transaction(async (tx) => {
          await tx.execute(sql`set local lock_timeout = '1s'`);
          await lockProducts(tx, ['m7', 'z']);
          await tx.update(products).set({ stock: 5 }).where(eq(products.id, 'z'));
        });
        await blocking.update(products).set({ stock: 6 }).where(eq(products.id, 'a'));
        return begun;
      });
      await imported;
      const stocks = await query(
        database.url,
        "select id, stock from products where id in ('a', 'z') order by id",
      );
      expect(stocks).toEqual([
        { id: 'a', stock: 6 },
        { id: 'z', stock: 5 },
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    'refuses a second import',
    async () => {
      const importIt = () => importCatalogue(opened.db, file, options);
      await whileNoOtherImports(database, async () => {
        await expect(whileNoOtherImports(database, importIt)).rejects.toThrow(
          'Nothing was imported: another import is running',
        );
      });
      await expect(whileNoOtherImports(database, importIt)).resolves.toMatchObject({ added: 400 });
    },
    TIMEOUT_MS,
  );

  test(
    'says in one sentence what was written when the database is lost',
    async () => {
      const connection = await openBreakableConnection(database.url);
      const throughIt = await openDatabase({ ...database, url: connection.url });
      let cut = Promise.resolve();
      const onProgress = (during: string) => (step: string) => {
        if (step === during) cut = connection.cut();
      };
      const lose = (during: string) =>
        importCatalogue(throughIt.db, file, { ...options, onProgress: onProgress(during) });
      await expect(lose('checked')).rejects.toMatchObject({
        message: 'Nothing was imported: the database did not answer. Run the import again',
        details: [expect.not.stringContaining('$1')],
      });
      await cut;
      await connection.restore();
      await expect(lose('written')).rejects.toMatchObject({
        message: expect.stringMatching(
          /^The import stopped when \d00 of 402 products were written. Run it again to comp/,
        ),
        details: [expect.not.stringContaining('$1')],
      });
      await expect(runCommand(throughIt.db, testSettings, ['orders', 'list'])).rejects.toThrow(
        /^The database did not answer. Before you run the command again, look whether/,
      );
      await throughIt.close();
    },
    TIMEOUT_MS,
  );
});

describe('styles and colours', () => {
  const styled = `${header},style,colour,swatch`;

  test('are imported, the swatch of a known colour too, exported as they are, and removed by empty cells', async () => {
    await importText(
      [
        styled,
        'shirt-m,Shirt,MEN,M,1500,7,shirt,Selvedge,#2B3766',
        'shirt-l,Shirt,MEN,L,1500,7,shirt,Sky Blue,',
        'sari,Sari,WOMEN,M,1500,7,,,',
      ].join('\n'),
    );
    const colours = [
      { name: 'Selvedge', swatch: '#2b3766' },
      { name: 'Sky Blue', swatch: '#2f5aa8' },
    ];
    const expected = [
      { id: 'shirt-m', style: 'shirt', colour: colours[0] },
      { id: 'shirt-l', style: 'shirt', colour: colours[1] },
      { id: 'sari', style: null, colour: null },
    ];
    expect(await rows()).toMatchObject(expected);
    for (const name of ['styles.csv', 'styles.json']) {
      const file = path.join(folder, name);
      await exportCatalogue(opened.db, file, 'http://localhost');
      await opened.db.delete(products);
      await importCatalogue(opened.db, file, options);
      expect(await rows()).toMatchObject(expected);
    }
    expect(await refusal(`${styled}\nshirt-m,Shirt,MEN,M,1500,7,,Selvedge,indigo`)).toEqual([
      nothing,
      'line 2: swatch must be a colour as in #2b3766, with six hexadecimal digits',
    ]);
    await importText(`${styled}\nshirt-m,Shirt,MEN,M,1500,7,,,`);
    expect((await rows())[0]).toMatchObject({ id: 'shirt-m', style: null, colour: null });
  });
});

test('the sample in sizes and colours is added, and adding it again keeps the stock', async () => {
  const added = await importSample(opened.db, 5);
  expect(added).toEqual({ added: sampleProductsInSizes.length, changed: 0 });
  await addStock(opened.db, 'puddle-raincoat-s', '-2', 'a test');
  expect(await importSample(opened.db, 5)).toEqual({ added: 0, changed: added.added });
  const all = await rows();
  expect(all.find(({ id }) => id === 'puddle-raincoat-s')?.stock).toBe(3);
  expect(all.find(({ id }) => id === 'puddle-raincoat')?.stock).toBe(0);
  const query = { filters: defaultFilters, priceLimit: 4000, limit: 60 };
  const page = await queryProductRows(opened.db, query);
  expect(page.listed).toBe(21);
  expect(page.products[0]?.siblings).toHaveLength(5);
});
