import { describe, expect, test } from 'vitest';
import { exampleBodyOf, exampleIds } from '../src/examples.ts';
import { type EndpointName, endpointNames, endpoints } from '../src/index.ts';
import type { ApiUnderTest, Input } from './under-test.ts';

const protectedNames = endpointNames.filter((name) => endpoints[name].access === 'login');

const invalid = 'The token is invalid. Unauthorized access error.';

const encode = (part: object): string => btoa(JSON.stringify(part)).replace(/=+$/, '');

const wronglySigned = (token: string): string => `${token.slice(0, -8)}AAAAAAAA`;

const forgeries: [string, (token: string) => string | undefined][] = [
  ['missing', () => undefined],
  ['empty', () => ''],
  ['malformed', () => 'not.a.token'],
  ['without signature', (token) => token.split('.').slice(0, 2).join('.')],
  ['wrongly signed', wronglySigned],
  ['unsigned', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`],
  [
    'of someone else, under the old signature',
    (token) =>
      token.replace(/\.[^.]+\./, `.${encode({ email: 'asha@patchwork.example', exp: 4e9 })}.`),
  ],
];

/** Returns a well-formed request of a call, so that only its token can be at fault. */
const inputFor = (name: EndpointName): Input => ({
  params: exampleIds,
  body: exampleBodyOf(name),
});

export function accessContract(api: ApiUnderTest): void {
  const { call, refused, signUp, succeed, twoProducts } = api;

  const refuseForged = async (name: EndpointName, forge: (typeof forgeries)[number][1]) => {
    const { token } = await signUp();
    const forged = forge(token);
    const sent = { ...inputFor(name), ...(forged !== undefined && { token: forged }) };
    await refused(name, sent, 401, invalid);
    expect(await succeed('getCart', { token })).toEqual({ cart: [] });
    expect(await succeed('getWishlist', { token })).toEqual({ wishlist: [] });
  };

  test.each(forgeries)('a protected call refuses a token that is %s', (_, forge) =>
    refuseForged('addToCart', forge),
  );

  test.each(protectedNames)('%s refuses a token that is wrongly signed', (name) =>
    refuseForged(name, wronglySigned),
  );

  test.each(endpointNames.filter((name) => !protectedNames.includes(name)))(
    '%s is open: a bad token does no harm',
    async (name) => {
      const [{ _id: productId }] = await twoProducts();
      const params = { productId, categoryId: 'none' };
      const { status } = await call(name, { params, token: 'not.a.token', body: undefined });
      expect(status).not.toBe(401);
    },
  );
}

/** Creates a shopper with something of each kind. `readAll` reads all that the shopper can see. */
async function createOwner({ call, signUp, succeed, twoProducts }: ApiUnderTest) {
  const { token, email } = await signUp();
  const [first, second] = await twoProducts();
  await succeed('addToCart', { token, body: { product: first } });
  await succeed('addToWishlist', { token, body: { product: second } });
  // Text that only the owner knows.
  const street = crypto.randomUUID();
  const address = {
    ...Object(exampleBodyOf('addAddress')).address,
    _id: crypto.randomUUID(),
    street,
  };
  await succeed('addAddress', { token, body: { address } });
  const key = crypto.randomUUID();
  const lines = [{ _id: first._id, qty: 1, price: Number(first.price) }];
  const body = { key, addressId: address._id, lines };
  const { checkout } = await succeed('openCheckout', { token, body });
  const { orderId } = checkout.payment;
  const ids = { ...exampleIds, productId: first._id, addressId: address._id, key, orderId };
  const reads = protectedNames.filter((name) => endpoints[name].method === 'GET');
  const readAll = () => Promise.all(reads.map((name) => call(name, { token, params: ids })));
  return { token, email, first, ids, lines, street, readAll };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

/** Returns a well-formed request of a call, with the owner's ids wherever it takes one. */
function inputOfOwner(name: EndpointName, { ids, lines }: Owner): Input {
  const example = Object(exampleBodyOf(name));
  const body = {
    ...example,
    ...('product' in example && { product: { _id: ids.productId } }),
    ...('address' in example && { address: { ...example.address, _id: ids.addressId } }),
    ...('key' in example && { key: ids.key, addressId: ids.addressId, lines }),
  };
  return { params: ids, ...('body' in endpoints[name] && { body }) };
}

/** Whether an endpoint's path names one checkout or order, which belongs to one shopper. */
const isOfOneCheckout = (name: EndpointName): boolean =>
  /:(key|orderId)/.test(endpoints[name].path);

export function privacyContract(api: ApiUnderTest): void {
  const { call, refused, signUp, succeed } = api;

  describe('with the ids of another shopper', () => {
    test.each(protectedNames)('%s shows and changes nothing of theirs', async (name) => {
      const owner = await createOwner(api);
      const before = await owner.readAll();
      const { token } = await signUp();
      await succeed('addToCart', { token, body: { product: owner.first } });
      const answer = await call(name, { ...inputOfOwner(name, owner), token });
      expect(answer.status).toBeLessThan(500);
      if (isOfOneCheckout(name)) expect(answer.status).toBe(404);
      expect(JSON.stringify(answer.data)).not.toContain(owner.email);
      expect(JSON.stringify(answer.data)).not.toContain(owner.street);
      expect(await owner.readAll()).toEqual(before);
    });
  });

  test('a payment of one shopper makes no order of another', async () => {
    const owner = await createOwner(api);
    const { token, ids: params } = owner;
    const body = { outcome: 'success' };
    const payment = await succeed('simulatePayment', { token, params, body });
    const other = await signUp();
    await refused('confirmCheckout', { token: other.token, params, body: payment }, 404);
    expect(await succeed('listOrders', { token: other.token })).toEqual({
      orders: [],
      nextCursor: null,
    });
    const { order } = await succeed('confirmCheckout', { token, params, body: payment });
    expect(order._id).toBe(params.key);
  });
}
