import * as v from 'valibot';

/** What the mock's tables hold, in the wire's words (SPEC section 3): numbers are strings. */

const productFields = {
  _id: v.string(),
  title: v.string(),
  image: v.string(),
  description: v.string(),
  category: v.string(),
  size: v.string(),
  price: v.string(),
  original_price: v.string(),
  rating: v.string(),
  reviews: v.string(),
  in_stock: v.boolean(),
  delivery_time: v.string(),
  trending: v.boolean(),
};

const stamps = { createdAt: v.string(), updatedAt: v.string() };

export type ProductRow = v.InferOutput<v.ObjectSchema<typeof productFields, undefined>>;

export interface CategoryRow {
  readonly _id: string;
  readonly categoryName: string;
  readonly description: string;
  readonly image: string;
}

const wishlistRow = v.object({ ...productFields, ...stamps });
const cartRow = v.object({ ...productFields, ...stamps, qty: v.number() });

/** Loose: a signup's extra fields are kept as sent. The password is plain, as SPEC has it. */
export const userRow = v.looseObject({
  _id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  password: v.string(),
  ...stamps,
  cart: v.array(cartRow),
  wishlist: v.array(wishlistRow),
});

export type UserRow = v.InferOutput<typeof userRow>;
