import type { EndpointName, WireBodyOf } from './endpoints.ts';

type WithBody = {
  [K in EndpointName]: WireBodyOf<K> extends undefined ? never : K;
}[EndpointName];

/** Ids for the parameters of paths. The product, the category and the address exist in the sample data. */
export const exampleIds = {
  productId: 'indigo-selvedge-overshirt',
  categoryId: 'men',
  addressId: 'sample',
  key: 'b0a7f1a2-8f4f-4c43-9a52-6d5b8b1f0c11',
  orderId: 'order_1',
  order: 'b0a7f1a2-8f4f-4c43-9a52-6d5b8b1f0c11',
  shopper: '5c0e2a9e-0f6f-4a51-b1b0-7a3c1f6f7b0d',
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
  cancelOrder: {},
  askReturn: { products: [exampleIds.productId], reason: 'It is too small' },
  askExchange: {
    from: exampleIds.productId,
    to: 'indigo-selvedge-overshirt-l',
    price: 2499,
    reason: 'It is too small',
  },
  askPasswordReset: { email: 'asha@patchwork.example' },
  resetPassword: { token: 'the token of the mail', password: 'another-needle' },
  confirmEmail: { token: 'the token of the mail' },
  askStockAlert: { email: 'asha@patchwork.example' },
  followStockAlertLink: { token: 'the token of the mail', action: 'confirm' },
  deleteAccount: { password: 'marigold-2719' },
  changeOrder: { action: { type: 'pack' } },
  changeProduct: { change: { price: 1999 } },
  changeShopper: { change: { isDisabled: true } },
};

/** Returns a body that the endpoint accepts; undefined if it takes none. */
export const exampleBodyOf = (name: EndpointName): unknown =>
  (bodies as Readonly<Record<string, unknown>>)[name];
