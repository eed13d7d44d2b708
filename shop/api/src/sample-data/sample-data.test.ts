import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../index.ts';
import { sampleCategories, sampleProducts } from './index.ts';
import { recolour } from './recolour.ts';
import { dyedLooks, dyedViews, sampleProductsInSizes } from './styles.ts';

const folder = new URL('../../../../mock-server/public/images/', import.meta.url);
const filesIn = (place: URL) => readdirSync(place).filter((file) => file.endsWith('.svg'));

function hashOf(place: URL): string {
  const hash = createHash('sha256');
  for (const file of filesIn(place).sort()) hash.update(readFileSync(new URL(file, place)));
  return hash.digest('hex').slice(0, 8);
}

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
  const pictures = sampleProducts.flatMap((product) => product.pictures);
  const named = [...sampleProducts, ...sampleCategories, ...pictures].map(({ image }) => image);
  expect(named.sort()).toEqual(
    filesIn(folder)
      .sort()
      .map((file) => `/images/${file}?v=${hashOf(folder)}`),
  );
});

describe('the sample in sizes', () => {
  const dyed = new URL('dyed/', folder);

  test('has about sixty products in about twenty styles, the fourteen of the sample among them', () => {
    const { products } = v.parse(endpoints.listProducts.response, {
      products: [...sampleProductsInSizes],
    });
    const ids = products.map(({ id }) => id);
    expect(new Set(ids).size).toBe(sampleProductsInSizes.length);
    expect(ids.length).toBeGreaterThan(55);
    expect(new Set(products.map(({ style, id }) => style ?? id)).size).toBe(21);
    expect(ids).toEqual(expect.arrayContaining(sampleProducts.map(({ _id }) => _id)));
    for (const product of sampleProducts)
      expect(sampleProductsInSizes.find(({ _id }) => _id === product._id)).toMatchObject(product);
    const looks = products.map(({ style, colour, size }) => `${style} ${colour?.name} ${size}`);
    expect(new Set(looks).size).toBe(looks.length);
  });

  // After a change of a picture, `vitest run -u` dyes it again.
  test.each(dyedLooks.map((look) => [look.id, look] as const))(
    'the pictures of %s are the garment’s, dyed',
    async (id, look) => {
      for (const view of dyedViews(look)) {
        const original = readFileSync(new URL(`${look.garment}${view}.svg`, folder), 'utf8');
        const dyedPicture = recolour(original, look.dye);
        expect(dyedPicture).not.toBe(original);
        await expect(dyedPicture).toMatchFileSnapshot(
          fileURLToPath(new URL(`${id}${view}.svg`, dyed)),
        );
      }
    },
  );

  test('names every dyed picture with a hash of the content of all', () => {
    const named = sampleProductsInSizes
      .flatMap(({ image, pictures }) => [image, ...pictures.map((picture) => picture.image)])
      .filter((address) => address.includes('/dyed/'));
    expect([...new Set(named)].sort()).toEqual(
      filesIn(dyed)
        .sort()
        .map((file) => `/images/dyed/${file}?v=${hashOf(dyed)}`),
    );
  });
});
