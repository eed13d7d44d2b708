import type { Address, Order } from '@patchwork/domain';
import * as v from 'valibot';
import { addressResponse, encodeAddress, wireAddress } from '../address.ts';
import type { BodyCodec, Endpoint } from '../endpoint.ts';
import { listOf } from '../list.ts';
import { encodeOrder, orderResponse } from '../order.ts';

const addressBody = {
  encode: (body: { readonly address: Address }) => ({ address: encodeAddress(body.address) }),
  schema: v.object({ address: wireAddress }),
} satisfies BodyCodec;

const addresses = listOf(addressResponse);
const addressesResponse = v.object({ addresses });

/** What a browser stored before the API did: the addresses that its shopper saw, and the orders. */
const handOverBody = {
  encode: (body: {
    readonly addresses: readonly Address[];
    readonly orders: readonly Order[];
  }) => ({
    addresses: body.addresses.map(encodeAddress),
    orders: body.orders.map(encodeOrder),
  }),
  schema: v.object({
    addresses: v.array(wireAddress),
    // Through the domain's type and back: unknown fields are dropped, numbers are written one way.
    orders: v.array(v.pipe(orderResponse, v.transform(encodeOrder))),
  }),
} satisfies BodyCodec;

export const addressEndpoints = {
  listAddresses: {
    method: 'GET',
    path: '/api/user/addresses',
    access: 'login',
    status: 200,
    response: addressesResponse,
  },
  addAddress: {
    method: 'POST',
    path: '/api/user/addresses',
    access: 'login',
    status: 201,
    body: addressBody,
    response: addressesResponse,
  },
  updateAddress: {
    method: 'POST',
    path: '/api/user/addresses/:addressId',
    access: 'login',
    status: 200,
    body: addressBody,
    response: addressesResponse,
  },
  deleteAddress: {
    method: 'DELETE',
    path: '/api/user/addresses/:addressId',
    access: 'login',
    status: 200,
    response: addressesResponse,
  },
  handOver: {
    method: 'POST',
    path: '/api/user/hand-over',
    access: 'login',
    status: 200,
    body: handOverBody,
    response: v.object({ addresses, orders: listOf(orderResponse) }),
  },
} as const satisfies Record<string, Endpoint>;
