import {
  type EndpointName,
  endpointNames,
  endpoints,
  pathFor,
  type WireBodyOf,
} from '@patchwork/api';
import { atom } from 'jotai';
import { draftAtom, type Method } from '../../draft.ts';

type WithBody = {
  [K in EndpointName]: WireBodyOf<K> extends undefined ? never : K;
}[EndpointName];

/** Ids and bodies that fit the mock's sample data. */
const ids = {
  productId: 'indigo-selvedge-overshirt',
  categoryId: 'men',
  addressId: 'sample',
  key: 'b0a7f1a2-8f4f-4c43-9a52-6d5b8b1f0c11',
  orderId: 'order_1',
};
const product = { product: { _id: ids.productId } };

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
  addAddress: { address },
  updateAddress: { address: { ...address, _id: ids.addressId } },
  handOver: { addresses: [address], orders: [] },
  openCheckout: {
    key: ids.key,
    addressId: ids.addressId,
    lines: [{ _id: ids.productId, qty: 1, price: 2499 }],
  },
  confirmCheckout: { paymentId: 'sim_1', signature: 'as simulatePayment answered' },
  simulatePayment: { outcome: 'success' },
};

export const examplePath = (name: EndpointName): string => pathFor(endpoints[name], ids);

/** A body that the endpoint accepts, as text; `{}` where it takes none. */
export function exampleBody(name: EndpointName): string {
  const body: unknown = (bodies as Readonly<Record<string, unknown>>)[name];
  return body === undefined ? '{}' : JSON.stringify(body, null, 2);
}

/** The endpoint that a suggested path stands for: with this method, if the path has it. */
export function suggested(path: string, method: Method): EndpointName | undefined {
  const candidates = endpointNames.filter((name) => examplePath(name) === path);
  return candidates.find((name) => endpoints[name].method === method) ?? candidates[0];
}

/** Replaces the draft by an example request to this endpoint. The headers stay. */
export const fillExampleAtom = atom(null, (get, set, name: EndpointName): void =>
  set(draftAtom, {
    method: endpoints[name].method,
    endpoint: examplePath(name),
    headers: get(draftAtom).headers,
    body: exampleBody(name),
  }),
);
