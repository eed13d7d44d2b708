// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { leave, load } from '../test-support.ts';
import { readSample } from './sample-answers.ts';

afterEach(leave);

const read = async (response: Response) => [response.status, await response.json()];

test.each([
  '/api/products',
  '/api/products/puddle-raincoat',
  '/api/products/no-such-product',
  '/api/products/fail-500',
  '/api/products/a%26b%20c',
  '/api/product-query?limit=500&maxPrice=999999999&priceLimit=999999999',
  '/api/product-query?limit=many',
  '/api/categories',
  '/api/user/cart',
])('%s has the mock’s response to a new visitor', async (path) => {
  await load();
  const ofPage = await read(await fetch(path));
  expect(await read(await readSample(path))).toEqual(ofPage);
});

test('a path outside the API has no JSON', async () => {
  const response = await readSample('/api/nothing');
  expect([response.status, await response.text()]).toEqual([404, '']);
});
