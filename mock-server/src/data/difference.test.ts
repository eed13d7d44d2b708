import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHugeCatalogue } from '../control/scenarios.ts';
import { applyDifference, difference, type PatchStep, replayableDifference } from './difference.ts';
import type { MockTables, UserRow } from './rows.ts';
import { sampleTables } from './sample-tables.ts';

const [first, second, third] = sampleTables.products;
if (!first || !second || !third) throw new Error('the sample has products');

const [asha] = sampleTables.users;
if (!asha) throw new Error('the sample has a user');

const withProducts = (products: MockTables['products']): MockTables => ({
  ...sampleTables,
  products,
});

const line = (product: typeof first, qty: number) => ({
  ...product,
  createdAt: 'then',
  updatedAt: 'then',
  qty,
});

const withUser = (user: UserRow): MockTables => ({ ...sampleTables, users: [user] });

const three = withProducts([first, second, third]);

test('equal tables have no difference, even if they share no object', () => {
  expect(difference(sampleTables, sampleTables)).toEqual([]);
  expect(difference(sampleTables, structuredClone(sampleTables))).toEqual([]);
});

test('a step names the row and the field', () => {
  expect(difference(three, withProducts([first, { ...second, price: '7' }, third]))).toEqual([
    { op: 'replace', path: `/products/${second._id}/price`, value: '7' },
  ]);
});

test('a removed row and an added row are one step each', () => {
  const added = { ...first, _id: 'a/b~c' };
  expect(difference(three, withProducts([first, third, added]))).toEqual([
    { op: 'remove', path: `/products/${second._id}` },
    { op: 'add', path: '/products/a~1b~0c', value: added },
  ]);
});

describe('the difference of a cart’s line is a step within the user', () => {
  const cart = [line(first, 1), line(second, 1)];
  const path = '/users/asha-rao/cart';

  test.each<[string, UserRow['cart'], PatchStep[]]>([
    [
      'that changed',
      [line(first, 2), line(second, 1)],
      [{ op: 'replace', path: `${path}/0/qty`, value: 2 }],
    ],
    ['that was removed', [line(second, 1)], [{ op: 'remove', path: `${path}/0` }]],
    [
      'that was added',
      [...cart, line(third, 1)],
      [{ op: 'add', path: `${path}/-`, value: line(third, 1) }],
    ],
    [
      'that another replaced',
      [line(first, 1), line(third, 1)],
      [{ op: 'replace', path: `${path}/1`, value: line(third, 1) }],
    ],
  ])('%s', (_, after, steps) => {
    const before = withUser({ ...asha, cart });
    expect(difference(before, withUser({ ...asha, cart: after }))).toEqual(steps);
  });
});

test('a row added between others is one step to read, and several steps to apply', () => {
  const before = withProducts([first, third]);
  const back = { op: 'add', path: `/products/${second._id}`, value: second };
  expect(difference(before, three)).toEqual([back]);
  expect(replayableDifference(before, three)).toHaveLength(3);
  expect(applyDifference(before, replayableDifference(before, three))).toEqual({
    ok: true,
    value: three,
  });
});

test('a very long list is replaced as a whole', () => {
  const cart = Array.from({ length: 200 }, (_, qty) => line(first, qty));
  const steps = difference(
    withUser({ ...asha, cart }),
    withUser({ ...asha, cart: cart.toReversed() }),
  );
  expect(steps).toEqual([
    { op: 'replace', path: '/users/asha-rao/cart', value: cart.toReversed() },
  ]);
});

test('one difference among 10,000 products is found in less than 500 ms', () => {
  const huge = withProducts(createHugeCatalogue());
  const products = huge.products.map((row, at) => (at === 5000 ? { ...row, price: '7' } : row));
  // Minimum of three runs, because a busy machine may interrupt one.
  const times = [1, 2, 3].map(() => {
    const startedAt = performance.now();
    expect(difference(huge, { ...huge, products })).toHaveLength(1);
    return performance.now() - startedAt;
  });
  expect(Math.min(...times)).toBeLessThan(500);
});

/** The sample's products after random edits, additions and removals. */
const changed = fc
  .array(
    fc.record({
      action: fc.constantFrom('edit', 'add', 'remove', 'bring back'),
      at: fc.nat(20),
      price: fc.nat(4000).map(String),
      id: fc.string({ minLength: 1, maxLength: 4 }).filter((id) => id.trim() !== ''),
    }),
    { maxLength: 12 },
  )
  .map((changes) => {
    let products = sampleTables.products;
    for (const { action, at, price, id } of changes) {
      const row = action === 'add' ? { ...first, _id: id } : sampleTables.products[at];
      if (action === 'edit')
        products = products.map((each, n) => (n === at ? { ...each, price } : each));
      else if (action === 'remove') products = products.filter((_, n) => n !== at);
      else if (row && !products.some(({ _id }) => _id === row._id)) products = [...products, row];
    }
    return products;
  });

test('a difference turns the first tables into the second ones, in the same order', () => {
  fc.assert(
    fc.property(changed, (products) => {
      const after = withProducts(products);
      const steps = structuredClone(replayableDifference(sampleTables, after)) as PatchStep[];
      expect(applyDifference(sampleTables, steps)).toEqual({ ok: true, value: after });
    }),
  );
});

test('applying a difference changes no row of the base', () => {
  const before = structuredClone(sampleTables);
  const path = `/products/${first._id}/title`;
  applyDifference(sampleTables, [{ op: 'replace', path, value: 'Another' }]);
  expect(sampleTables).toEqual(before);
});

describe('a faulty step is refused, and the message names the step or the field', () => {
  const at = `/products/${first._id}`;

  test.each<[string, PatchStep, string]>([
    ['no such table', { op: 'remove', path: '/orders/1' }, '/orders/1: leads to no row'],
    ['the whole document', { op: 'replace', path: '', value: {} }, ': leads to no row'],
    ['a whole table', { op: 'remove', path: '/products' }, '/products: leads to no row'],
    ['no leading slash', { op: 'remove', path: 'x/products/y' }, 'x/products/y: leads to no row'],
    ['no such row', { op: 'remove', path: '/products/no' }, '/products/no: there is no such row'],
    [
      'a field of no such row',
      { op: 'replace', path: '/products/no/price', value: '1' },
      'there is no such row',
    ],
    ['a row that is there', { op: 'add', path: at, value: first }, 'such a row already'],
    ['no such field', { op: 'remove', path: `${at}/colour` }, 'no such field'],
    ['inside a text', { op: 'add', path: `${at}/price/x`, value: 1 }, 'no such field'],
    ['nothing', { op: 'replace', path: at }, `products/${first._id}: is not JSON`],
    ['another id', { op: 'replace', path: at, value: second }, '_id stays as it is'],
    ['a broken field', { op: 'replace', path: `${at}/price`, value: 7 }, 'price is a whole number'],
    ['the prototype', { op: 'add', path: `${at}/__proto__/x`, value: 1 }, 'reserved'],
    ['the constructor', { op: 'add', path: '/users/constructor', value: asha }, 'reserved'],
    [
      'a prototype in a value',
      { op: 'add', path: '/users/eve', value: JSON.parse('{"__proto__":{"admin":true}}') },
      'has a field named __proto__',
    ],
    [
      'an email that is taken',
      {
        op: 'add',
        path: '/users/eve',
        value: { ...asha, _id: 'eve', email: 'ASHA@patchwork.example' },
      },
      'users/eve: email is that of users/asha-rao already',
    ],
  ])('%s', (_, step, message) => {
    const result = applyDifference(sampleTables, [step]);
    expect(result).toEqual({ ok: false, error: [expect.stringContaining(message)] });
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
