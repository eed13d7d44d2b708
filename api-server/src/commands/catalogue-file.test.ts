import { hostileAddresses, scriptInjections } from '@patchwork/host/hostile-data';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecord } from './catalogue-file.ts';
import { escapeFormula, unescapeFormula } from './files.ts';

const record = {
  id: 'tunic',
  title: 'Tunic',
  category: 'Women',
  size: 'M',
  price: '899',
  stock: '1',
};

test('the address of a picture is a path of the shop or an https URL', () => {
  for (const image of ['/images/tunic.svg', 'https://pictures.example/tunic.png']) {
    expect(readRecord({ ...record, image })).toMatchObject({ product: { image } });
  }
});

test('an import refuses a picture at any other address', () => {
  for (const [title, image] of [...hostileAddresses, ...scriptInjections]) {
    const read = readRecord({ ...record, image });
    if (Array.isArray(read)) continue;
    // Accepted URLs are normalized like in a browser. The shop decides which origins may be shown.
    expect(read.product.image, title).toMatch(/^https:\/\/[^\s\\]+$/);
  }
  const path = readRecord({ ...record, image: '/\\evil.example/tunic.png' });
  expect(path).toEqual([
    expect.stringContaining('image must be an address that begins with https://'),
  ]);
});

test('a product has at most eight further pictures', () => {
  const pictures = (lines: number) =>
    readRecord({ ...record, pictures: '/a.svg worn\n'.repeat(lines) });
  expect(pictures(8)).toMatchObject({ product: { pictures: Array(8).fill({ alt: 'worn' }) } });
  expect(pictures(9)).toEqual(['pictures must have at most 8 pictures']);
});

test.each(['=1+1', '+91', '-50%', '@home', '\tx', '\rx', '\nx', '＝1', "'=1+1", "''@a"])(
  'a cell that starts like a formula is escaped, and an import restores it: %j',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  },
);

test.each(['Shirt', "'quoted'", "''", '1500', '4.5', '', 'a=b'])(
  'other cells stay as they are: %j',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);

test('every text survives an export and import, and none is exported as a formula', () => {
  const unit = fc.constantFrom("'", '=', '-', '\t', 'a', ' ');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 6 }), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
      expect(escapeFormula(text)).not.toMatch(/^[=\-\t]/);
    }),
  );
});
