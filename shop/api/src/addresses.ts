import { type Address, addressSchema, sentAddressSchema } from '@patchwork/domain';
import * as v from 'valibot';
import { type BodyCodec, type Endpoint, listOf } from './endpoint.ts';

const toWire = <TId, TFields extends object>({ id: _id, ...fields }: { id: TId } & TFields) => ({
  _id,
  ...fields,
});

/** Schema of an address as a server receives and stores it. Trims the fields. */
const wireAddress = v.object(toWire(sentAddressSchema.entries));

/** An address in the API's format: `_id`, and the seven fields of the form. */
export type WireAddress = v.InferOutput<typeof wireAddress>;

export const decodeAddress = ({ _id: id, ...rest }: WireAddress): Address => ({ id, ...rest });
export const encodeAddress = ({ id, ...rest }: Address): WireAddress => ({ _id: id, ...rest });

/** Schema of an address in a response. Converts it from the wire's format to the domain's. */
export const addressResponse = v.pipe(
  v.object(toWire(addressSchema.entries)),
  v.transform(decodeAddress),
);

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
