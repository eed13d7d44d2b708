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

/*
 * The fields of the mock's rows, as the API sends them: numbers are strings. A message follows the
 * field's name: 'price is a whole number written as text'.
 */

const nonEmptyText = v.pipe(v.string('is text'), v.regex(/\S/, 'is text that is not empty'));

/** Fault of a number with a fraction: the API's client leaves out a product that has one. */
const wholeText = 'is a whole number written as text';
const wholeNumber = v.pipe(v.string(wholeText), v.regex(/^\d{1,15}$/, wholeText));

/** Fault of a rating, which is empty while there are no ratings. */
const ratingText = 'is a number from 0 to 5 written as text, or empty';
const rating = v.pipe(
  v.string(ratingText),
  v.regex(/^(?:[0-4](?:\.\d{1,3})?|5(?:\.0{1,3})?)?$/, ratingText),
);

const categoryName = v.picklist(['Men', 'Women', 'Kids'], 'is one of Men, Women, Kids');

const productFields = {
  _id: nonEmptyText,
  title: nonEmptyText,
  image: v.string('is text'),
  pictures: v.exactOptional(
    v.array(v.strictObject({ image: v.string('is text'), alt: nonEmptyText }), 'is a list'),
  ),
  description: v.string('is text'),
  category: categoryName,
  size: v.picklist(['S', 'M', 'L', 'XL', 'XXL'], 'is one of S, M, L, XL, XXL'),
  price: wholeNumber,
  original_price: wholeNumber,
  rating,
  reviews: v.string('is text'),
  in_stock: v.boolean('is true or false'),
  delivery_time: wholeNumber,
  trending: v.boolean('is true or false'),
  care: v.exactOptional(nonEmptyText),
};

const stamps = { createdAt: v.string('is text'), updatedAt: v.string('is text') };

const wishlistRow = v.object({ ...productFields, ...stamps });
const cartRow = v.object({
  ...productFields,
  ...stamps,
  qty: v.pipe(v.number('is a whole number'), v.safeInteger('is a whole number')),
});

/** Returns the schema of a value that is stored as the API sends it, so that its clients can read it. */
const asSent = <T>(schema: v.GenericSchema, message: string) =>
  v.custom<T>((value) => v.is(schema, value), message);

const addressRow = asSent<WireAddress>(wireAddress, 'is an address as the API sends it');
const orderRow = asSent<WireOrder>(orderResponse, 'is an order as the API sends it');

/** A checkout, with its payment at the simulated bank, if there is one. */
const checkoutRow = v.object({
  checkout: asSent<WireCheckout>(checkoutSchema, 'is a checkout as the API sends it'),
  charge: v.exactOptional(v.object({ paymentId: nonEmptyText, signature: nonEmptyText })),
});

/**
 * A session that a logout ended. It is kept until `expiresAt`, when its token would have expired, in seconds since
 * 1970.
 */
const endedSession = v.object({ id: nonEmptyText, expiresAt: v.number('is a number') });

/** Schema of a user. It is loose, because a signup's extra fields are stored as sent. The password is plain text. */
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

/** Returns the lists of a new user, who has one address and nothing else. */
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

const productRow = v.strictObject(productFields);
const categoryRow = v.strictObject({
  _id: nonEmptyText,
  categoryName,
  description: v.string('is text'),
  image: v.string('is text'),
});

/** The schema of each table's rows. */
export const rowSchemas = { products: productRow, categories: categoryRow, users: userRow };

export type ProductRow = Readonly<v.InferOutput<typeof productRow>>;
export type CategoryRow = Readonly<v.InferOutput<typeof categoryRow>>;

/** All data of the mock. Rows are never changed in place. */
export interface MockTables {
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
  readonly users: readonly UserRow[];
}
export type TableName = keyof MockTables;
