import type { Mail, MailKind } from '@patchwork/api/mail';
import {
  addressResponse,
  checkoutSchema,
  orderResponse,
  type WireAddress,
  type WireCheckout,
  type WireOrder,
} from '@patchwork/api/wire';
import { instantSchema } from '@patchwork/domain';
import * as v from 'valibot';

/* Schemas of the rows' fields in the API's format, which has numbers as strings. Messages follow the field's name:
   'price is a whole number written as text'. */

const nonEmptyText = v.pipe(v.string('is text'), v.regex(/\S/, 'is text that is not empty'));

/** Message for a number that isn't whole, which the API's client refuses. */
const wholeText = 'is a whole number written as text';
const wholeNumber = v.pipe(v.string(wholeText), v.regex(/^\d{1,15}$/, wholeText));

/** Message for ratings. A rating is empty as long as there are no reviews. */
const ratingText = 'is a number from 0 to 5 written as text, or empty';
const rating = v.pipe(
  v.string(ratingText),
  v.regex(/^(?:[0-4](?:\.\d{1,3})?|5(?:\.0{1,3})?)?$/, ratingText),
);

const categoryName = v.picklist(['Men', 'Women', 'Kids'], 'is one of Men, Women, Kids');

const width = 'is a whole number of pixels';
const sources = v.exactOptional(
  v.array(
    v.strictObject({
      image: v.string('is text'),
      width: v.pipe(v.number(width), v.safeInteger(width), v.minValue(1, width)),
    }),
    'is a list',
  ),
);

const productFields = {
  _id: nonEmptyText,
  title: nonEmptyText,
  image: v.string('is text'),
  sources,
  pictures: v.exactOptional(
    v.array(
      v.strictObject({ image: v.string('is text'), sources, alt: nonEmptyText }),
      'is a list',
    ),
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
  style: v.exactOptional(nonEmptyText),
  colour: v.exactOptional(
    v.strictObject({
      name: nonEmptyText,
      swatch: v.pipe(
        v.string('is text'),
        v.regex(/^#[\da-fA-F]{6}$/, 'is a colour such as #2b3766'),
      ),
    }),
  ),
};

/** Product fields that shoppers don't see. */
const operatorFields = {
  /** Pieces in the warehouse. If absent, pieces are not counted. */
  stock: v.exactOptional(
    v.pipe(
      v.number('is a whole number'),
      v.safeInteger('is a whole number'),
      v.minValue(0, 'is at least 0'),
    ),
  ),
  isHidden: v.exactOptional(v.boolean('is true or false')),
};

const stamps = { createdAt: v.string('is text'), updatedAt: v.string('is text') };

const wishlistRow = v.object({ ...productFields, ...stamps });
const cartRow = v.object({
  ...productFields,
  ...stamps,
  qty: v.pipe(v.number('is a whole number'), v.safeInteger('is a whole number')),
});

/** Returns a schema for a value that is stored in the API's format, so that the API's clients can read it. */
const asSent = <T>(schema: v.GenericSchema, message: string) =>
  v.custom<T>((value) => v.is(schema, value), message);

const addressRow = asSent<WireAddress>(addressResponse, 'is an address as the API sends it');

const orderRow = asSent<WireOrder>(orderResponse, 'is an order as the API sends it');

/** Checkout, with its payment at the simulated bank, if any. */
const checkoutRow = v.object({
  checkout: asSent<WireCheckout>(checkoutSchema, 'is a checkout as the API sends it'),
  charge: v.exactOptional(v.object({ paymentId: nonEmptyText, signature: nonEmptyText })),
});

/**
 * Session that was ended by logging out. Kept until its token would have expired: `expiresAt`, in seconds since 1970.
 */
const endedSession = v.object({ id: nonEmptyText, expiresAt: v.number('is a number') });

const mailKinds = [
  'orderPlaced',
  'orderShipped',
  'orderCancelled',
  'orderRefunded',
  'orderExchange',
  'confirmEmail',
  'resetPassword',
  'passwordChanged',
  'confirmStockAlert',
  'backInStock',
] as const satisfies readonly MailKind[];

/** Mail that a real server would have sent. Only its template can validate `data`. */
const mailRow = v.object({
  id: nonEmptyText,
  at: instantSchema,
  recipient: v.string('is text'),
  kind: v.picklist(mailKinds, 'is no kind of mail'),
  data: v.custom<Mail['data']>(
    (value) => typeof value === 'object' && value !== null,
    'is an object',
  ),
});
export type MailRow = v.InferOutput<typeof mailRow>;

/** Fields of a user that only the mock sets. A sign-up can't send them. */
const accountRow = v.object({
  role: v.exactOptional(v.literal('operator', 'is “operator”, or missing')),
  emailConfirmedAt: v.exactOptional(v.string('is text')),
  disabledAt: v.exactOptional(v.string('is text')),
  /** Whether the account is deleted. Only its orders are then left. */
  isDeleted: v.exactOptional(v.boolean('is true or false')),
  /** Time in milliseconds since 1970: tokens issued before it are refused. */
  sessionsEndedAt: v.exactOptional(v.number('is a number')),
  /** Single-use tokens of links in mails. `expiresAt` is in milliseconds since 1970, by the mock's clock. */
  tokens: v.optional(
    v.array(
      v.object({
        token: nonEmptyText,
        kind: v.picklist(['confirmEmail', 'resetPassword'], 'is confirmEmail or resetPassword'),
        expiresAt: v.number('is a number'),
      }),
      'is a list',
    ),
    [],
  ),
  mails: v.optional(v.array(mailRow, 'is a list'), []),
  /** Products that the user waits for, and those about which the mail was sent, whose link still works. */
  stockAlerts: v.exactOptional(
    v.array(
      v.object({
        productId: nonEmptyText,
        /** Token of the last mail. */
        token: v.exactOptional(nonEmptyText),
        askedAt: instantSchema,
        isConfirmed: v.boolean('is true or false'),
        isMailed: v.boolean('is true or false'),
        /** Whether the user asked, and not somebody who typed the user's email. */
        isOwn: v.boolean('is true or false'),
      }),
      'is a list',
    ),
  ),
});

/** Schema of a user. Loose, because extra fields of a sign-up are stored as sent. The password is plain text. */
const userRow = v.looseObject({
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
  account: v.optional(accountRow, {}),
});
export type UserRow = v.InferOutput<typeof userRow>;

export const parseUsers = v.parser(v.array(userRow));

const productRow = v.strictObject({ ...productFields, ...operatorFields });
const categoryRow = v.strictObject({
  _id: nonEmptyText,
  categoryName,
  description: v.string('is text'),
  image: v.string('is text'),
});

export const rowSchemas = { products: productRow, categories: categoryRow, users: userRow };

export type ProductRow = Readonly<v.InferOutput<typeof productRow>>;
export type CategoryRow = Readonly<v.InferOutput<typeof categoryRow>>;

/** All data of the mock. Rows are immutable. */
export interface MockTables {
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
  readonly users: readonly UserRow[];
}
export type TableName = keyof MockTables;
