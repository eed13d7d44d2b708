import { expect, test } from 'vitest';
import { fillTemplate, isTemplate, namesIn } from './head.ts';

const values: Readonly<Record<string, string | boolean>> = {
  'product.title': 'Linen $& Shirt',
  'product.in_stock': false,
  'product.image': '',
};
const fill = (text: string) => fillTemplate(text, (name) => values[name]);

test.each([
  ['Our shirts', 'Our shirts'],
  ['{product.title} of linen', 'Linen $& Shirt of linen'],
  ['{product.in_stock ? InStock : OutOfStock}', 'OutOfStock'],
  ['{product.in_stock}', 'false'],
])('%s becomes %s', (text, filled) => {
  expect(fill(text)).toBe(filled);
});

test('a value is not read as a template', () => {
  expect(fillTemplate('{a.b}', () => '{product.title}')).toBe('{product.title}');
});

test.each(['by {product.brand}', '{product.image}', '{product.brand ? Yes : No}'])(
  'a text is left out when a value of it is missing: %s',
  (text) => {
    expect(fill(text)).toBeUndefined();
  },
);

test('namesIn returns the names of all placeholders', () => {
  expect(namesIn('{product.title}, {product.in_stock ? a : b}, {page.url}')).toEqual([
    'product.title',
    'product.in_stock',
    'page.url',
  ]);
});

test.each([
  ['{product.title}', true],
  ['no placeholder', true],
  ['{product.title', false],
  ['product.title}', false],
  ['{ product.title }', false],
  ['{product..title}', false],
  ['{product.in_stock ? InStock}', false],
  ['{}', false],
])('%s is a template: %s', (text, is) => {
  expect(isTemplate(text)).toBe(is);
});
