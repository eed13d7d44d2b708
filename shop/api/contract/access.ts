import { describe, expect, test } from 'vitest';
import { exampleBodyOf, exampleIds } from '../src/examples.ts';
import { type EndpointName, endpointNames, endpoints } from '../src/index.ts';
import { refusals } from '../src/refusals.ts';
import { type ApiUnderTest, type Input, password } from './under-test.ts';

const namesWith = (...accesses: readonly string[]) =>
  endpointNames.filter((name) => accesses.includes(endpoints[name].access));

const shopperNames = namesWith('login');
const operatorNames = namesWith('operator');

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

/** Returns a well-formed request for a call, so that only the token can be the reason for a refusal. */
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
    await refused(name, sent, refusals.invalidToken);
    expect(await succeed('getCart', { token })).toEqual({ cart: [] });
    expect(await succeed('getWishlist', { token })).toEqual({ wishlist: [] });
  };

  test.each(forgeries)('a protected call refuses a token that is %s', (_, forge) =>
    refuseForged('addToCart', forge),
  );

  test.each([...shopperNames, ...operatorNames])(
    '%s refuses a token that is wrongly signed',
    (name) => refuseForged(name, wronglySigned),
  );

  test.each(operatorNames)('%s refuses the token of a shopper', async (name) => {
    const { token } = await signUp({ role: 'operator', access: 'operator' });
    await refused(name, { ...inputFor(name), token }, refusals.notOperator);
  });

  test.each(namesWith('open'))('%s is open: an invalid token does no harm', async (name) => {
    const [{ _id: productId }] = await twoProducts();
    const params = { productId, categoryId: 'none' };
    const { status } = await call(name, { params, token: 'not.a.token', body: undefined });
    expect(status).not.toBe(401);
  });
}

/**
 * Creates a shopper with an order, a cart, a wishlist, an address and an open checkout. `readAll` reads everything that
 * the shopper can see.
 */
async function createOwner(api: ApiUnderTest) {
  const [first, second] = await api.twoProducts();
  const { token, email, call, succeed } = await api.signUp();
  // A text that occurs in the owner's data only.
  const street = crypto.randomUUID();
  const address = {
    ...Object(exampleBodyOf('addAddress')).address,
    _id: crypto.randomUUID(),
    street,
  };
  await succeed('addAddress', { body: { address } });
  const lines = [{ _id: first._id, qty: 1, price: Number(first.price) }];
  const openCheckout = async () => {
    await succeed('addToCart', { body: { product: first } });
    const body = { key: crypto.randomUUID(), addressId: address._id, lines };
    return (await succeed('openCheckout', { body })).checkout;
  };
  const bought = await openCheckout();
  const body = await succeed('simulatePayment', {
    params: { orderId: bought.payment.orderId },
    body: { outcome: 'success' },
  });
  await succeed('confirmCheckout', { params: { key: bought.key }, body });
  await succeed('addToWishlist', { body: { product: second } });
  const { key, payment } = await openCheckout();
  const ids = {
    ...exampleIds,
    ...{ productId: first._id, addressId: address._id },
    ...{ order: bought.key, key, orderId: payment.orderId },
  };
  const reads = shopperNames.filter((name) => endpoints[name].method === 'GET');
  const readAll = () => Promise.all(reads.map((name) => call(name, { params: ids })));
  return { token, email, first, ids, lines, street, readAll };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

/** Returns a well-formed request for a call. All ids in it are the owner's. */
function inputOfOwner(name: EndpointName, { ids, lines }: Owner): Input {
  const example = Object(exampleBodyOf(name));
  const body = {
    ...example,
    ...('product' in example && { product: { _id: ids.productId } }),
    ...('address' in example && { address: { ...example.address, _id: ids.addressId } }),
    // The owner's own values, so that only the ids can be the reason for a refusal.
    ...(name === 'deleteAccount' && { password }),
    ...('key' in example && { key: ids.key, addressId: ids.addressId, lines }),
  };
  return { params: ids, ...('body' in endpoints[name] && { body }) };
}

/** Whether an endpoint's path names one checkout or order, which belongs to one shopper. */
const isOfOneCheckout = (name: EndpointName): boolean =>
  /:(key|order|orderId)\b/.test(endpoints[name].path);

export function privacyContract(api: ApiUnderTest): void {
  const { refused, signUp, operator, succeed } = api;

  describe.each([
    ['a shopper', signUp],
    ['an operator', operator],
  ])('with the ids of another shopper, %s', (_, logIn) => {
    test.each(shopperNames)(
      'who calls %s neither sees nor changes that shopper’s data',
      async (name) => {
        const owner = await createOwner(api);
        const before = await owner.readAll();
        const other = await logIn();
        await other.succeed('addToCart', { body: { product: owner.first } });
        const answer = await other.call(name, inputOfOwner(name, owner));
        expect(answer.status).toBeLessThan(500);
        expect(JSON.stringify(answer.data)).not.toContain(refusals.notOperator.text);
        if (isOfOneCheckout(name)) expect(answer.status).toBe(404);
        expect(JSON.stringify(answer.data)).not.toContain(owner.email);
        expect(JSON.stringify(answer.data)).not.toContain(owner.street);
        expect(await owner.readAll()).toEqual(before);
      },
    );
  });

  test('a payment of one shopper creates no order of another', async () => {
    const owner = await createOwner(api);
    const { token, ids: params } = owner;
    const body = { outcome: 'success' };
    const payment = await succeed('simulatePayment', { token, params, body });
    const other = await signUp();
    await refused(
      'confirmCheckout',
      { token: other.token, params, body: payment },
      refusals.checkoutUnknown,
    );
    expect(await succeed('listOrders', { token: other.token })).toEqual({
      orders: [],
      nextCursor: null,
    });
    const { order } = await succeed('confirmCheckout', { token, params, body: payment });
    expect(order._id).toBe(params.key);
  });
}
