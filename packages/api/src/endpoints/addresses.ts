import type { Address } from '@patchwork/domain';
import * as v from 'valibot';
import { addressResponse, encodeAddress, wireAddress } from '../address.ts';
import type { BodyCodec, Endpoint } from '../endpoint.ts';
import { listOf } from '../list.ts';

const addressBody = {
  encode: (body: { readonly address: Address }) => ({ address: encodeAddress(body.address) }),
  schema: v.object({ address: wireAddress }),
} satisfies BodyCodec;

const addressesResponse = v.object({ addresses: listOf(addressResponse) });

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
} as const satisfies Record<string, Endpoint>;
