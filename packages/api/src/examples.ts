import type { EndpointName, WireBodyOf } from './endpoints.ts';

type WithBody = {
  [K in EndpointName]: WireBodyOf<K> extends undefined ? never : K;
}[EndpointName];

/** The ids of paths, for requests that fit the sample data. */
export const exampleIds = {
  productId: 'indigo-selvedge-overshirt',
  categoryId: 'men',
  addressId: 'sample',
  key: 'b0a7f1a2-8f4f-4c43-9a52-6d5b8b1f0c11',
  orderId: 'order_1',
};
const product = { product: { _id: exampleIds.productId } };

const address = {
  _id: 'studio',
  name: 'Asha Rao',
  houseNumber: '4',
  street: 'Dyers Lane',
  city: 'Kochi',
  state: 'Kerala',
  pinCode: '682001',
  mobile: '9876543210',
};

const bodies: { readonly [K in WithBody]: WireBodyOf<K> } = {
  signup: {
    name: 'Meera Iyer',
    email: 'meera@patchwork.example',
    password: 'needle-and-thread',
    confirmPassword: 'needle-and-thread',
  },
  login: { email: 'asha@patchwork.example', password: 'marigold-2719' },
  addToWishlist: product,
  addToCart: product,
  changeCartQuantity: { action: { type: 'increment' } },
  setCartQuantity: { quantity: 3 },
  addAddress: { address },
  updateAddress: { address: { ...address, _id: exampleIds.addressId } },
  openCheckout: {
    key: exampleIds.key,
    addressId: exampleIds.addressId,
    lines: [{ _id: exampleIds.productId, qty: 1, price: 2499 }],
  },
  confirmCheckout: { paymentId: 'sim_1', signature: 'as simulatePayment answered' },
  simulatePayment: { outcome: 'success' },
};

/** Returns a body that the endpoint accepts; undefined if it takes none. */
export const exampleBodyOf = (name: EndpointName): unknown =>
  (bodies as Readonly<Record<string, unknown>>)[name];
