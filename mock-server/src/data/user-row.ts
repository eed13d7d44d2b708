import {
  checkoutSchema,
  encodeAddress,
  orderResponse,
  type WireAddress,
  type WireCheckout,
  type WireOrder,
  wireAddress,
} from '@patchwork/api/wire';
import { sampleAddress } from '@patchwork/domain';
import * as v from 'valibot';
import { nonEmptyText, productFields, stamps } from './fields.ts';

const wishlistRow = v.object({ ...productFields, ...stamps });
const cartRow = v.object({
  ...productFields,
  ...stamps,
  qty: v.pipe(v.number('is a whole number'), v.safeInteger('is a whole number')),
});

/** Stored as the API sends it: what its clients can read. */
const asSent = <T>(schema: v.GenericSchema, message: string) =>
  v.custom<T>((value) => v.is(schema, value), message);

const addressRow = asSent<WireAddress>(wireAddress, 'is an address as the API sends it');
const orderRow = asSent<WireOrder>(orderResponse, 'is an order as the API sends it');

/** A checkout, and how the simulated bank was paid for it. */
const checkoutRow = v.object({
  checkout: asSent<WireCheckout>(checkoutSchema, 'is a checkout as the API sends it'),
  charge: v.exactOptional(v.object({ paymentId: nonEmptyText, signature: nonEmptyText })),
});

/** A token that was ended by logging out, until it would have expired: seconds since 1970. */
const endedSession = v.object({ id: nonEmptyText, expiresAt: v.number('is a number') });

/** Loose: a signup's extra fields are stored as sent. The password is stored as plain text. */
export const userRow = v.looseObject({
  _id: nonEmptyText,
  firstName: v.string('is text'),
  lastName: v.string('is text'),
  email: v.pipe(v.string('is text'), v.nonEmpty('is text that is not empty')),
  password: v.string('is text'),
  ...stamps,
  cart: v.array(cartRow, 'is a list'),
  wishlist: v.array(wishlistRow, 'is a list'),
  addresses: v.array(addressRow, 'is a list'),
  orders: v.array(orderRow, 'is a list'),
  checkouts: v.array(checkoutRow, 'is a list'),
  endedSessions: v.array(endedSession, 'is a list'),
});
export type UserRow = v.InferOutput<typeof userRow>;

/** Lists of a new user, who has one address and nothing else. */
export function firstLists(user: {
  readonly name?: unknown;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}) {
  const { firstName, lastName, email } = user;
  const name = typeof user.name === 'string' ? user.name : `${firstName} ${lastName}`;
  return {
    cart: [],
    wishlist: [],
    addresses: [encodeAddress(sampleAddress({ name, email }))],
    orders: [],
    checkouts: [],
    endedSessions: [],
  };
}
