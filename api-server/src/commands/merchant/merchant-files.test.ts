import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogueFile } from '../read-catalogue-file.ts';
import { FileNotes } from './file-notes.ts';

const examples = path.join(import.meta.dirname, 'examples');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-merchant-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a file: its products, the faults with their lines, and what became of it. */
async function read(file: string) {
  const notes = new FileNotes();
  const products: object[] = [];
  const faults: string[] = [];
  for await (const { at, record } of readCatalogueFile(file, notes)) {
    if (Array.isArray(record)) faults.push(...record.map((fault) => `${at}: ${fault}`));
    else products.push(record);
  }
  const report = notes.report();
  return { products, faults, report, left: report?.productsLeftOut, notes: report?.notes ?? [] };
}

async function readText(content: string | Uint8Array, name = 'a.csv') {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return read(file);
}

interface Expected {
  readonly products?: number;
  readonly styles?: number;
  readonly named?: readonly string[];
  readonly refused?: { readonly line: number; readonly field: string };
}

const cases = readdirSync(examples).filter((name) => !name.endsWith('.json'));

test.each(cases)('%s is read as its expected result says', async (name) => {
  const expected: Expected = JSON.parse(
    readFileSync(path.join(examples, `${path.parse(name).name}.expect.json`), 'utf8'),
  );
  const { products, faults, report } = await read(path.join(examples, name));
  expect(products).toHaveLength(expected.products ?? 0);
  const { refused } = expected;
  expect(faults).toEqual(
    refused ? [expect.stringMatching(`^line ${refused.line}: ${refused.field} `)] : [],
  );
  if (expected.styles !== undefined) expect(report?.styles).toBe(expected.styles);
  const left = report?.columns.filter(({ became, rows }) => became === null && rows > 0);
  if (expected.named) {
    expect(left?.map(({ column }) => column)).toEqual(expect.arrayContaining([...expected.named]));
  }
});

describe('a product file of Shopify', () => {
  test('gives a product for each size, with the texts and pictures of its style', async () => {
    const { products } = await read(path.join(examples, 'shopify.csv'));
    const coat = {
      title: 'Wool Coat',
      description: 'Warm & long.\n\n- Two pockets',
      category: 'WOMEN',
      price: 3499,
      originalPrice: 3999,
      image: 'https://images.example/wool-coat.jpg',
      pictures: [{ image: 'https://images.example/wool-coat-back.jpg', alt: 'The back' }],
    };
    expect(products).toMatchObject([
      { stock: 4, product: { ...coat, id: 'wool-coat-s', size: 'S' } },
      { stock: 0, product: { ...coat, id: 'wool-coat-m', size: 'M' } },
      {
        stock: 7,
        product: { id: 'linen-kurta-l', category: 'MEN', price: 1599, originalPrice: 1599 },
      },
    ]);
  });

  const header =
    'Handle,Title,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price';

  test('has another option in id and title, and picture rows, which are no products', async () => {
    const { products, report } = await readText(
      `${header},Image Src,Image Position,Variant Image\n${[
        'tee,Tee,Men,Color,Sky Blue,Size,Medium,499,https://a.example/2.jpg,2,',
        'tee,,,,Red,,X-Large,499,https://a.example/1.jpg,1,https://a.example/red.jpg',
        'tee,,,,,,,,https://a.example/3.jpg,3,',
      ].join('\n')}`,
    );
    const others = (...names: string[]) =>
      names.map((name) => ({ image: `https://a.example/${name}.jpg`, alt: 'Tee' }));
    expect(products).toMatchObject([
      {
        stockIfNew: 1,
        product: {
          ...{ id: 'tee-sky-blue-medium', title: 'Tee, Sky Blue', size: 'M' },
          ...{ image: 'https://a.example/1.jpg', pictures: others('2', '3') },
        },
      },
      {
        product: {
          ...{ id: 'tee-red-x-large', title: 'Tee, Red', size: 'XL' },
          ...{ image: 'https://a.example/red.jpg', pictures: others('1', '2', '3') },
        },
      },
    ]);
    expect(report).toMatchObject({ styles: 1, productsLeftOut: [] });
    expect(report?.notes).toContainEqual(
      'the pictures are shown once the shop’s imageOrigins name https://a.example',
    );
  });

  test('may have the names of columns of since 2025, or lack the handle', async () => {
    const names =
      'Title,URL handle,Description,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Product image URL,Image alt text';
    const { products, report } = await readText(
      `${names}\nTee,,<b>Soft</b>,Kids,TRUE,Active,T-1,Size,S,499.00,599.00,3,https://a.example/1.jpg,A tee\n`,
    );
    expect(products).toMatchObject([
      {
        stock: 3,
        product: {
          ...{ id: 'tee-s', description: 'Soft', category: 'KIDS', price: 499 },
          ...{ originalPrice: 599, image: 'https://a.example/1.jpg' },
        },
      },
    ]);
    const became = Object.fromEntries(
      report?.columns.map((column) => [column.column, column.became]) ?? [],
    );
    expect(became).toMatchObject({ Price: 'price', SKU: null, 'Inventory quantity': 'stock' });
  });

  test.each<[row: string, why: string, column?: string]>([
    ['tee,Tee,Men,Size,XS,,,499', 'tee-xs has the size XS: the shop has S, M, L, XL and XXL'],
    ['tee,Tee,Men,Size,38,,,499', 'tee-38 has the size 38: the shop has S, M, L, XL and XXL'],
    ['tee,Tee,Men,Title,Default Title,,,499', 'tee has no size: add an option Size (Option1 Name)'],
    [
      'tee,Tee,cotton,Size,M,,,499',
      'tee-m has no single category: write Men, Women or Kids in Tags or Type',
    ],
    [
      'tee,Tee,"men, women",Size,M,,,499',
      'tee-m has no single category: write Men, Women or Kids in Tags or Type',
    ],
    ['tee,Tee,Men,Size,M,,,499,draft', 'tee is not for sale: Status is draft', 'Status'],
    ['tee,Tee,Men,Size,M,,,499,archived', 'tee is not for sale: Status is archived', 'Status'],
    ['tee,Tee,Men,Size,M,,,499,FALSE', 'tee is not for sale: Published is FALSE', 'Published'],
    ['tee,Tee,Men,Size,M,,,499,TRUE', 'tee is a gift card', 'Gift Card'],
  ])('leaves out %j, and says why', async (row, why, column) => {
    const { products, left } = await readText(
      `${column ? `${header},${column}` : header}\n${row}\nother,Other,Men,Size,M,,,499\n`,
    );
    expect(products).toMatchObject([{ product: { id: 'other-m' } }]);
    expect(left).toEqual([{ at: 'line 2', why }]);
  });

  const first = 'tee,Tee,Men,Size,M,,';
  test.each<[row: string, fault: string, column?: string]>([
    [
      `${first},15.00 USD`,
      'Variant Price is in USD: the shop sells in rupees (INR); convert the prices first',
    ],
    [
      `${first},$15`,
      'Variant Price is in $: the shop sells in rupees (INR); convert the prices first',
    ],
    [`${first},499.50`, 'Variant Price is "499.50": write whole rupees, such as 1499 or 1,499.00'],
    [`${first},`, 'Variant Price is empty: write whole rupees, such as 1499'],
    [
      'tee,,Men,Size,M,,,499',
      'Title is empty: the first row of tee needs it, and the rows of a handle follow each other',
    ],
    [
      'a%2Fb,Tee,Men,Size,M,,,499',
      'Handle has a character that addresses can’t have: /, \\ or %, a control character, or half a surrogate pair',
    ],
    [
      `${first},499,many`,
      'Variant Inventory Qty is "many": write a number of pieces',
      'Variant Inventory Qty',
    ],
    [
      `${first},499,http://a.example/1.jpg`,
      'Image Src in line 2 has "http://a.example/1.jpg": a picture’s address begins with https:// and has no spaces',
      'Image Src',
    ],
  ])('with %j is refused with line and column', async (row, fault, column) => {
    const { faults } = await readText(`${column ? `${header},${column}` : header}\n${row}\n`);
    expect(faults).toEqual([`line 2: ${fault}`]);
  });

  test('has a negative stock that becomes 0, and says so', async () => {
    const { products, notes } = await readText(
      `${header},Variant Inventory Qty\n${first},499,-3\n`,
    );
    expect(products).toMatchObject([{ stock: 0 }]);
    expect(notes).toContain('1 product: Variant Inventory Qty is negative, so the stock is 0');
  });

  test('may not have a column twice from which something is made, but others', async () => {
    await expect(readText(`${header},Title\n`)).rejects.toThrow(
      'a.csv, line 1: the column Title is there twice',
    );
    const { products, report } = await readText(`${header},Note,Note\n${first},499,a,b\n`);
    expect(products).toHaveLength(1);
    expect(report?.columns.filter(({ column }) => column === 'Note')).toHaveLength(2);
  });
});

describe('a product file of WooCommerce', () => {
  const header =
    'ID,Type,SKU,Name,Published,"Visibility in catalog",Description,"In stock?",Stock,"Sale price","Regular price",Categories,Images,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"';
  const parent =
    '44,variable,tee,Tee &amp; Co,1,visible,"<p>Soft.</p>\\n<p>Warm.</p>",1,,,,"Clothing > Men, Sale","https://a.example/1.jpg, https://a.example/2.jpg",,Color,"Blue, Red",Size,"M, L"';
  const variation = (change: Record<string, string> = {}) => {
    const cells = {
      ...{ id: '45', type: 'variation', sku: 'tee-blue-m', name: 'Tee - Blue', published: '1' },
      ...{
        visible: 'visible',
        description: '',
        inStock: '1',
        stock: '5',
        sale: '',
        regular: '499',
      },
      ...{ categories: '', images: '', parent: 'tee' },
      ...{ n1: 'Color', v1: 'Blue', n2: 'Size', v2: 'M', ...change },
    };
    return Object.values(cells).join(',');
  };
  const file = (...rows: string[]) => readText([header, ...rows, ''].join('\n'));

  test('gives a product for each variation, wherever the row of its parent is', async () => {
    const { products, report } = await file(
      variation({ sale: '399', images: 'https://a.example/blue.jpg' }),
      parent,
      variation({ id: '46', sku: '', v1: 'Red', v2: 'Large', stock: '', parent: 'id:44' }),
    );
    const tee = { description: 'Soft.\n\nWarm.', category: 'MEN' };
    expect(products).toMatchObject([
      {
        stock: 5,
        product: {
          ...{ ...tee, id: 'tee-blue-m', title: 'Tee & Co, Blue', size: 'M' },
          ...{ price: 399, originalPrice: 499, image: 'https://a.example/blue.jpg' },
          pictures: [
            { image: 'https://a.example/1.jpg', alt: 'Tee & Co, Blue' },
            { image: 'https://a.example/2.jpg' },
          ],
        },
      },
      {
        stockIfNew: 1,
        product: { ...tee, id: 'tee-red-large', title: 'Tee & Co, Red', size: 'L' },
      },
    ]);
    expect(report).toMatchObject({ styles: 1, productsLeftOut: [] });
  });

  test('gives a variation with its parent’s SKU an id of its own', async () => {
    const { products } = await file(parent, variation({ sku: 'tee' }));
    expect(products).toMatchObject([{ product: { id: 'tee-blue-m' } }]);
  });

  test('gives a simple product, with an id that an address can have', async () => {
    const simple = variation({ type: '"simple, virtual"', sku: 'T/1 a', categories: 'Women' });
    const { products, notes } = await file(simple.replace(',tee,Color', ',,Color'));
    expect(products).toMatchObject([
      { product: { id: 'T-1-a', title: 'Tee - Blue', category: 'WOMEN', size: 'M' } },
    ]);
    expect(notes).toContain(
      '1 product: SKU has characters that an address can’t have: they became - in the id',
    );
    expect(notes).toContain('1 product: left out: Color');
  });

  test.each([
    ['0', { stock: 0 }],
    ['backorder', { stock: 0 }],
    ['1', { stockIfNew: 1 }],
  ])('has the stock that “In stock?” %s says, if there is no number', async (inStock, stock) => {
    const { products } = await file(parent, variation({ inStock, stock: '' }));
    expect(products).toMatchObject([stock]);
  });

  test('has no stock of its own if all sizes share one', async () => {
    const { products, notes } = await file(parent, variation({ stock: 'parent' }));
    expect(products).toMatchObject([{ stock: undefined, stockIfNew: 1 }]);
    expect(notes).toContain(
      '1 product: its sizes share one stock, so a new product has 1 piece, and the stock of an existing one stays',
    );
  });

  test.each([
    [
      variation({ type: 'grouped' }),
      'tee-blue-m is of the type grouped, neither simple nor variable',
    ],
    [variation({ parent: 'none' }), 'tee-blue-m is a variation of none, which is not in the file'],
    [variation({ published: '0' }), 'tee-blue-m is not for sale: Published is 0'],
    [variation({ v2: 'XS' }), 'tee-blue-m has the size XS: the shop has S, M, L, XL and XXL'],
    [variation({ v2: '' }), 'tee-blue-m has no size: add an option Size (Attribute 1 name)'],
    [
      variation({ v2: '"M, L"' }),
      'tee-blue-m has the sizes M, L in one row: make each a variation',
    ],
  ])('leaves out %j, and says why', async (row, why) => {
    const { products, left } = await file(parent, row, variation({ sku: 'other' }));
    expect(products).toHaveLength(1);
    expect(left).toEqual([{ at: 'line 3', why }]);
  });

  test('leaves out what its parent leaves out, and a parent without variations', async () => {
    const draft = parent.replace(',1,visible', ',-1,visible');
    const hidden = parent.replace(',1,visible', ',1,hidden');
    expect((await file(draft, variation())).left).toEqual([
      { at: 'line 3', why: 'tee-blue-m is not for sale: Published is -1' },
    ]);
    expect((await file(hidden, variation())).left).toEqual([
      { at: 'line 3', why: 'tee-blue-m is not for sale: Visibility in catalog is hidden' },
    ]);
    expect((await file(parent)).left).toEqual([
      { at: 'line 2', why: 'tee is variable, but the file has no variation of it' },
    ]);
  });
});

const feed = (items: string, attributes = 'xmlns:g="http://base.google.com/ns/1.0"') =>
  `<?xml version="1.0"?>\n<rss version="2.0" ${attributes}>\n<channel>\n<title>Shop</title>\n${items}\n</channel>\n</rss>\n`;

const item = (change: Record<string, string> = {}) => {
  const elements = {
    ...{ id: 'tee-m', title: 'Tee', description: 'Soft.', link: 'https://a.example/tee' },
    ...{ image_link: 'https://a.example/1.jpg', availability: 'in_stock', price: '1499.00 INR' },
    ...{ gender: 'female', age_group: 'adult', size: 'M', item_group_id: 'tee', ...change },
  };
  const lines = Object.entries(elements).map(([name, text]) => `<g:${name}>${text}</g:${name}>`);
  return `<item>\n${lines.join('\n')}\n</item>`;
};

describe('a Google Merchant feed', () => {
  const tee = {
    ...{ id: 'tee-m', title: 'Tee', description: 'Soft.', category: 'WOMEN', size: 'M' },
    ...{ price: 1499, image: 'https://a.example/1.jpg' },
  };

  test('in RSS gives a product for each item', async () => {
    const { products, report } = await readText(
      feed(
        item({
          ...{
            title: '<![CDATA[Tee & Co]]>',
            description: '&lt;p&gt;Soft &amp;amp; warm&lt;/p&gt;',
          },
          ...{ sale_price: '999 INR', brand: 'Patchwork' },
          shipping: '<g:country>IN</g:country><g:price>0 INR</g:price>',
          additional_image_link:
            'https://a.example/2,a.jpg</g:additional_image_link><g:additional_image_link>https://a.example/3.jpg',
        }) + item({ id: 'tee-l', size: 'L', availability: 'out of stock', age_group: 'toddler' }),
      ),
      'a.xml',
    );
    expect(products).toMatchObject([
      {
        stockIfNew: 1,
        product: {
          ...{ ...tee, title: 'Tee & Co', description: 'Soft & warm', price: 999 },
          originalPrice: 1499,
          pictures: [{ image: 'https://a.example/2,a.jpg' }, { image: 'https://a.example/3.jpg' }],
        },
      },
      { stock: 0, product: { id: 'tee-l', size: 'L', category: 'KIDS' } },
    ]);
    expect(report).toMatchObject({ styles: 1 });
    const left = report?.columns.filter(({ became }) => became === null);
    expect(left?.map(({ column, rows }) => [column, rows])).toEqual([
      ['g:link', 2],
      ['g:brand', 1],
      ['g:shipping', 1],
    ]);
  });

  test('in Atom, with another prefix and elements without one, gives the same', async () => {
    const { products } = await readText(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="http://base.google.com/ns/1.0"><title>Shop</title><entry><title>Tee</title><link rel="alternate" href="https://a.example/tee"/><summary>x</summary><m:id>tee-m</m:id><m:description>Soft.</m:description><m:image_link>https://a.example/1.jpg</m:image_link><m:availability>preorder</m:availability><m:price>1,499.00 INR</m:price><m:gender>female</m:gender><m:size>M</m:size></entry></feed>`,
      'a.xml',
    );
    expect(products).toMatchObject([{ stock: 0, product: tee }]);
  });

  test.each(['a.tsv', 'a.txt', 'a.csv'])(
    'in a table with tabs, %s, gives the same',
    async (name) => {
      const { products } = await readText(
        'id\ttitle\tdescription\timage link\tadditional image link\tavailability\tprice\tgender\tsize\n' +
          'tee-m\tTee\tSoft.\thttps://a.example/1.jpg\thttps://a.example/2.jpg, https://a.example/3.jpg\tin stock\t1499 INR\tfemale\tmedium\n',
        name,
      );
      const pictures = [{ image: 'https://a.example/2.jpg' }, { image: 'https://a.example/3.jpg' }];
      expect(products).toMatchObject([{ stockIfNew: 1, product: { ...tee, pictures } }]);
    },
  );

  test('in a table may have several columns of further pictures', async () => {
    const { products } = await readText(
      'id\ttitle\tavailability\tprice\tgender\tsize\tadditional_image_link\tadditional_image_link\n' +
        'a\tA\tin_stock\t1 INR\tmale\tM\thttps://a.example/2.jpg\thttps://a.example/3.jpg\n',
      'a.tsv',
    );
    const pictures = [{ image: 'https://a.example/2.jpg' }, { image: 'https://a.example/3.jpg' }];
    expect(products).toMatchObject([{ product: { pictures } }]);
  });

  test.each([
    ['2020-01-01T00:00+0530/2020-02-01T00:00+0530', 1499],
    ['2020-01-01T00:00+0530/2999-02-01T00:00+0530', 999],
    ['2999-01-01/2999-02-01', 1499],
  ])('has the sale’s price during the sale: %s', async (sale_price_effective_date, price) => {
    const { products } = await readText(
      feed(item({ sale_price: '999 INR', sale_price_effective_date })),
      'a.xml',
    );
    expect(products).toMatchObject([{ product: { price } }]);
  });

  test('is read in the encoding that it declares', async () => {
    const latin = feed(item({ title: 'Café' })).replace(
      '<?xml version="1.0"?>',
      '<?xml version="1.0" encoding="ISO-8859-1"?>',
    );
    const utf16 = Buffer.from(`\uFEFF${feed(item({ title: 'Café' }))}`, 'utf16le');
    for (const content of [Buffer.from(latin, 'latin1'), utf16]) {
      const { products } = await readText(content, 'a.xml');
      expect(products).toMatchObject([{ product: { title: 'Café' } }]);
    }
    await expect(readText(latin.replace('ISO-8859-1', 'klingon'), 'a.xml')).rejects.toThrow(
      'a.xml is in the unknown encoding klingon: save it in UTF-8',
    );
  });

  test.each([
    [
      { price: '15.00 USD' },
      'g:price is in USD: the shop sells in rupees (INR); convert the prices first',
    ],
    [{ price: '' }, 'g:price is empty: write whole rupees, such as 1499'],
    [{ id: '' }, 'g:id is empty: every product needs its own'],
    [
      { id: 'a/b' },
      'g:id has a character that addresses can’t have: /, \\ or %, a control character, or half a surrogate pair',
    ],
    [{ title: '' }, 'g:title must be a text of 1 to 300 characters'],
    [
      { availability: 'maybe' },
      'g:availability is "maybe": write in_stock, out_of_stock, preorder or backorder',
    ],
    [
      { image_link: 'javascript:alert(1)' },
      'g:image_link has "javascript:alert(1)": a picture’s address begins with https:// and has no spaces',
    ],
  ])('with %j is refused with line and element', async (change, fault) => {
    const { faults } = await readText(feed(item(change)), 'a.xml');
    expect(faults).toEqual([`line 5: ${fault}`]);
  });

  test.each([
    ['<html></html>', 'its root is <html>: a product feed is RSS or Atom, <rss> or <feed>'],
    [feed(item()).slice(0, -20), 'the file is cut off: the end of its last element is missing'],
    [
      `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${feed(item({ title: '&b;' }))}`,
      'line 1: a feed with a DTD is not read: remove <!DOCTYPE …>',
    ],
    [
      feed(item({ description: 'x'.repeat(1_000_001) })),
      'line 5: a product has more than 1,000,000 characters',
    ],
    [`<rss a="${'x'.repeat(1_200_000)}`, 'line 1: a tag has more than 1,000,000 characters'],
  ])('that is none is refused: %.40j', async (content, message) => {
    await expect(readText(content, 'a.xml')).rejects.toThrow(`a.xml: ${message}`);
  });

  test('without item has no product', async () => {
    expect(await readText(feed(''), 'a.xml')).toMatchObject({ products: [], faults: [] });
  });

  test('expands no entity, and keeps a formula as the text that it is', async () => {
    const { products } = await readText(feed(item({ title: '=1+1 &xxe; &#x1F455;' })), 'a.xml');
    expect(products).toMatchObject([{ product: { title: '=1+1 &xxe; 👕' } }]);
  });
});

describe('styles and colours', () => {
  test('the variants of a Shopify handle are one style; a product without variants has none', async () => {
    const header =
      'Handle,Title,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price';
    const rows = [
      'coat,Coat,women,Size,S,Color,Navy Blue,3499',
      'coat,,,,M,,Aubergine,3499',
      'kurta,Kurta,men,Size,L,,,1599',
    ];
    const { products, notes } = await readText([header, ...rows, ''].join('\n'));
    const [coat, aubergine] = [
      { id: 'coat-s-navy-blue', style: 'coat', colour: { name: 'Navy Blue', swatch: '#2f5aa8' } },
      { id: 'coat-m-aubergine', style: 'coat', colour: { name: 'Aubergine', swatch: '#8c8c8c' } },
    ];
    expect(products).toMatchObject([
      { product: coat },
      { product: aubergine },
      { product: { id: 'kurta-l' } },
    ]);
    expect(products[2]).not.toHaveProperty('product.style');
    expect(notes.join()).toContain('shown as grey');
  });

  test('a Google feed names them', async () => {
    const text = feed(item({ color: 'Olive' }) + item({ id: 'tee-l', size: 'L' }));
    const { products } = await readText(text, 'a.xml');
    const olive = { name: 'Olive', swatch: '#6a6b3a' };
    expect(products).toMatchObject([
      { product: { id: 'tee-m', style: 'tee', colour: olive } },
      { product: { id: 'tee-l', style: 'tee' } },
    ]);
  });
});
