import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { endpoints } from '../index.ts';
import { sampleCategories, sampleProducts } from './index.ts';

const count = (has: (product: (typeof sampleProducts)[number]) => boolean): number =>
  sampleProducts.filter(has).length;

test('there are fourteen products: six for men, five for women, three for kids', () => {
  expect(sampleProducts).toHaveLength(14);
  expect(count(({ category }) => category === 'Men')).toBe(6);
  expect(count(({ category }) => category === 'Women')).toBe(5);
  expect(count(({ category }) => category === 'Kids')).toBe(3);
});

test('no product has size XL, three are out of stock, two cost more than their original price', () => {
  expect(new Set(sampleProducts.map(({ size }) => size))).toEqual(new Set(['S', 'M', 'L', 'XXL']));
  expect(count(({ in_stock }) => !in_stock)).toBe(3);
  expect(count(({ price, original_price }) => Number(price) > Number(original_price))).toBe(2);
});

test('no rating equals a threshold of the filter', () => {
  for (const { rating } of sampleProducts) expect(['1', '2', '3', '4']).not.toContain(rating);
});

test('the API client can parse the whole sample', () => {
  const { listProducts, listCategories } = endpoints;
  const { products } = v.parse(listProducts.response, { products: [...sampleProducts] });
  const { categories } = v.parse(listCategories.response, { categories: [...sampleCategories] });
  expect(products.map(({ id }) => id)).toEqual(sampleProducts.map(({ _id }) => _id));
  expect(categories).toHaveLength(3);
  for (const product of products) {
    expect(product.deliveryDays).toBeGreaterThanOrEqual(2);
    expect(product.deliveryDays).toBeLessThanOrEqual(7);
  }
});

test('every product has the same views, and a text for each', () => {
  for (const { _id, title, pictures, care } of sampleProducts) {
    expect(pictures.map(({ alt }) => alt)).toEqual([
      `${title}, on a dress form`,
      `${title}, from behind`,
      `${title}, the cloth`,
    ]);
    for (const [index, file] of ['worn', 'back', 'cloth'].entries())
      expect(pictures[index]?.image).toMatch(`/images/${_id}-${file}.svg?v=`);
    expect(care).toMatch(/ (Wash|Wipe|Dry clean)/);
  }
});

test('the data lists every picture with a hash of the content of all', () => {
  const folder = new URL('../../../../mock-server/public/images/', import.meta.url);
  const files = readdirSync(folder).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(new URL(file, folder)));
  const version = hash.digest('hex').slice(0, 8);
  const pictures = sampleProducts.flatMap((product) => product.pictures);
  const named = [...sampleProducts, ...sampleCategories, ...pictures].map(({ image }) => image);
  expect(named.sort()).toEqual(files.map((file) => `/images/${file}?v=${version}`));
});
