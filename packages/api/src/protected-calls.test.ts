import { anAddress, aProduct } from '@patchwork/domain/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { type Api, createApi } from './client.ts';
import type { EndpointName } from './endpoints.ts';
import { endpointNames, endpoints } from './endpoints.ts';

afterEach(() => vi.unstubAllGlobals());

const ofCheckout = { key: 'key-1' };
const ofProduct = { productId: 'shirt' };
const ofAddress = { addressId: 'home' };
const address = { body: { address: anAddress } };
const product = { body: { product: aProduct() } };

/** Every call that needs a login. */
const calls: Partial<Record<EndpointName, (api: Api) => Promise<unknown>>> = {
  logout: (api) => api.logout({}),
  getCart: (api) => api.getCart({}),
  addToCart: (api) => api.addToCart(product),
  changeCartQuantity: (api) =>
    api.changeCartQuantity({ ...ofProduct, body: { action: { type: 'increment' } } }),
  setCartQuantity: (api) => api.setCartQuantity({ ...ofProduct, body: { quantity: 3 } }),
  removeFromCart: (api) => api.removeFromCart(ofProduct),
  getWishlist: (api) => api.getWishlist({}),
  addToWishlist: (api) => api.addToWishlist(product),
  removeFromWishlist: (api) => api.removeFromWishlist(ofProduct),
  listAddresses: (api) => api.listAddresses({}),
  addAddress: (api) => api.addAddress(address),
  updateAddress: (api) => api.updateAddress({ ...ofAddress, ...address }),
  deleteAddress: (api) => api.deleteAddress(ofAddress),
  listOrders: (api) => api.listOrders({ query: {} }),
  listCheckouts: (api) => api.listCheckouts({}),
  openCheckout: (api) => api.openCheckout({ body: { ...ofCheckout, ...ofAddress, lines: [] } }),
  settleCheckout: (api) => api.settleCheckout(ofCheckout),
  confirmCheckout: (api) =>
    api.confirmCheckout({ ...ofCheckout, body: { paymentId: 'pay_1', signature: '' } }),
  cancelCheckout: (api) => api.cancelCheckout(ofCheckout),
  simulatePayment: (api) =>
    api.simulatePayment({ orderId: 'order_1', body: { outcome: 'success' } }),
};

test('no call that needs a login is missing here', () => {
  const expected = endpointNames.filter((name) => endpoints[name].access === 'login');
  expect(Object.keys(calls).toSorted()).toEqual(expected.toSorted());
});

/** What a call gives for this refusal, and how often the session was ended. */
async function refuse(call: (api: Api) => Promise<unknown>, status: number, text: string) {
  vi.stubGlobal('fetch', async () => Response.json({ errors: [text] }, { status }));
  const onUnauthorized = vi.fn();
  const api = createApi({ baseUrl: '', getToken: () => 'a.b.c', onUnauthorized });
  return { result: await call(api), ended: onUnauthorized.mock.calls.length };
}

test.each(Object.entries(calls))('%s: a refused token ends the session', async (_, call) => {
  const text = 'The token is invalid. Unauthorized access error.';
  const error = { kind: 'status', status: 401, messages: [text] };
  expect(await refuse(call, 401, text)).toEqual({ result: { ok: false, error }, ended: 1 });
});

test.each(Object.entries(calls))(
  '%s: a user who no longer exists ends the session',
  async (_, call) => {
    const text = 'The email you entered is not Registered. Not Found error';
    const error = { kind: 'status', status: 404, messages: [text] };
    expect(await refuse(call, 404, text)).toEqual({ result: { ok: false, error }, ended: 1 });
  },
);

test.each([
  'The product was not found. Not Found error',
  'The product is not in the cart. Not Found error',
  'The address was not found. Not Found error',
  'The payment was not found. Not Found error',
])('a 404 that says “%s” leaves the session', async (text) => {
  expect(await refuse((api) => api.getCart({}), 404, text)).toMatchObject({ ended: 0 });
});

test('login says that an email is unknown, and ends no session', async () => {
  const text = 'The email you entered is not Registered. Not Found error';
  const login = (api: Api) => api.login({ body: { email: 'a@b.example', password: 'x' } });
  expect(await refuse(login, 404, text)).toMatchObject({ ended: 0 });
});
