import { expect, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { type ApiUnderTest, unknownId } from './under-test.ts';

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

const change = (type: string) => ({ action: { type } });

interface Line {
  readonly _id: string;
  readonly qty?: unknown;
}

const quantities = ({ cart }: { readonly cart: readonly Line[] }) => cart.map(({ qty }) => qty);

/** Names of the calls, for each of the two lists. */
const lists = {
  cart: { add: 'addToCart', get: 'getCart', remove: 'removeFromCart' },
  wishlist: { add: 'addToWishlist', get: 'getWishlist', remove: 'removeFromWishlist' },
} as const;

/** Tests the rules that cart and wishlist share. */
function testList({ signUp, twoProducts }: ApiUnderTest, list: keyof typeof lists): void {
  const { add, get, remove } = lists[list];
  const idsIn = (answer: object) => Object(answer)[list].map(({ _id }: Line) => _id);

  async function shopperWithOne() {
    const shopper = await signUp();
    const [first, second] = await twoProducts();
    const added = await shopper.succeed(add, { body: { product: first } });
    return { ...shopper, first, second, added, params: { productId: first._id } };
  }

  test('a product is added and removed', async () => {
    const { succeed, first, second, params } = await shopperWithOne();
    const both = await succeed(add, { body: { product: second } });
    expect(idsIn(both)).toEqual([first._id, second._id]);
    expect(Object(both)[list][0]).toEqual({
      ...first,
      ...(list === 'cart' && { qty: 1 }),
      createdAt: expect.stringMatching(stamp),
      updatedAt: expect.stringMatching(stamp),
    });
    expect(await succeed(get)).toEqual(both);
    const left = await succeed(remove, { params });
    expect(idsIn(left)).toEqual([second._id]);
    expect(await succeed(get)).toEqual(left);
  });

  test('a repeated addition or removal is safe', async () => {
    const { succeed, first, added, params } = await shopperWithOne();
    expect(await succeed(add, { body: { product: first } })).toEqual(added);
    await succeed(remove, { params });
    expect(await succeed(remove, { params })).toEqual({ [list]: [] });
  });

  test('an unknown product is refused and changes nothing', async () => {
    const { succeed, refused, first, added } = await shopperWithOne();
    await refused(
      add,
      { body: { product: { ...first, _id: unknownId } } },
      refusals.productUnknown,
    );
    await refused(remove, { params: { productId: unknownId } }, refusals.productUnknown);
    expect(await succeed(get)).toEqual(added);
  });

  test('only the id of a sent product is used', async () => {
    const { succeed } = await signUp();
    const [first] = await twoProducts();
    const body = { product: { ...first, price: '1', title: 'Cheap', qty: 99 } };
    const [line] = Object(await succeed(add, { body }))[list];
    expect(line).toMatchObject(list === 'cart' ? { ...first, qty: 1 } : first);
  });

  test('one shopper does not see another’s list', async () => {
    await shopperWithOne();
    const other = await signUp();
    expect(await other.succeed(get)).toEqual({ [list]: [] });
  });
}

function testQuantities({ isMock, signUp, twoProducts }: ApiUnderTest): void {
  /** Creates a shopper with two lines in the cart. `params` are the path parameters for the first line. */
  async function shopperWithTwo() {
    const shopper = await signUp();
    const [first, second] = await twoProducts();
    await shopper.succeed('addToCart', { body: { product: first } });
    const before = await shopper.succeed('addToCart', { body: { product: second } });
    return { ...shopper, first, before, params: { productId: first._id } };
  }

  test('the quantity of one line goes up and down by 1, and others stay', async () => {
    const { succeed, first, params } = await shopperWithTwo();
    await succeed('changeCartQuantity', { params, body: change('increment') });
    const up = await succeed('changeCartQuantity', { params, body: change('increment') });
    expect(quantities(up)).toEqual([3, 1]);
    expect(await succeed('addToCart', { body: { product: first } })).toEqual(up);
    const down = await succeed('changeCartQuantity', { params, body: change('decrement') });
    expect(quantities(down)).toEqual([2, 1]);
    expect(await succeed('getCart')).toEqual(down);
  });

  test('the quantity of one line is set, and others stay; a repetition changes nothing', async () => {
    const { succeed, params } = await shopperWithTwo();
    for (const quantity of [20, 20, 1]) {
      const set = await succeed('setCartQuantity', { params, body: { quantity } });
      expect(quantities(set)).toEqual([quantity, 1]);
      expect(await succeed('getCart')).toEqual(set);
    }
  });

  // The specification sets no bounds, so the mock has none. Every other API keeps a quantity between 1 and 999, as the
  // page does.
  test.each([
    { start: 1, type: 'decrement', mock: -1, others: 1 },
    { start: 999, type: 'increment', mock: 1001, others: 999 },
  ])(
    'from $start, a double $type gives $mock on the mock and $others on every other API',
    async ({ start, type, mock, others }) => {
      const { succeed, params } = await shopperWithTwo();
      await succeed('setCartQuantity', { params, body: { quantity: start } });
      await succeed('changeCartQuantity', { params, body: change(type) });
      const changed = await succeed('changeCartQuantity', { params, body: change(type) });
      expect(quantities(changed)).toEqual([isMock ? mock : others, 1]);
    },
  );

  test('a quantity of 5,000 is kept by the mock and becomes 999 on every other API', async () => {
    const { succeed, params } = await shopperWithTwo();
    const set = await succeed('setCartQuantity', { params, body: { quantity: 5000 } });
    expect(quantities(set)).toEqual([isMock ? 5000 : 999, 1]);
  });

  test('the quantity of a product that is not in the cart can’t be changed', async () => {
    const { succeed, refused, params, before } = await shopperWithTwo();
    for (const absent of [{ productId: unknownId }, params]) {
      if (absent === params) await succeed('removeFromCart', { params });
      await refused(
        'changeCartQuantity',
        { params: absent, body: change('increment') },
        refusals.notInCart,
      );
      await refused(
        'setCartQuantity',
        { params: absent, body: { quantity: 2 } },
        refusals.notInCart,
      );
    }
    expect(await succeed('getCart')).toEqual({ cart: before.cart.slice(1) });
  });

  test.each<[object, field: string]>([
    [change('double'), 'action.type'],
    [change(''), 'action.type'],
    [{ action: {} }, 'action.type'],
    [{}, 'action'],
  ])(
    'the unknown action %j is refused with the field named, and changes nothing',
    async (body, field) => {
      const { succeed, refusedFor, params, before } = await shopperWithTwo();
      await refusedFor('changeCartQuantity', { params, body }, field);
      expect(await succeed('getCart')).toEqual(before);
    },
  );

  test.each([{ quantity: 0 }, { quantity: -1 }, { quantity: 1.5 }, { quantity: '2' }, {}])(
    'the impossible quantity %j is refused with the field named, and changes nothing',
    async (body) => {
      const { succeed, refusedFor, params, before } = await shopperWithTwo();
      await refusedFor('setCartQuantity', { params, body }, 'quantity');
      expect(await succeed('getCart')).toEqual(before);
    },
  );
}

export function cartContract(api: ApiUnderTest): void {
  testList(api, 'cart');
  testQuantities(api);
}

export const wishlistContract = (api: ApiUnderTest): void => testList(api, 'wishlist');
