import * as v from 'valibot';

/*
 * What the mock's tables hold, as the API sends it: numbers are strings. A message follows the
 * field's name: 'price is a whole number written as text'.
 */

const nonEmptyText = v.pipe(v.string('is text'), v.regex(/\S/, 'is text that is not empty'));

/** Without fractions: the API's client leaves out a product that has one. */
const wholeNumber = v.pipe(
  v.string('is a whole number written as text'),
  v.regex(/^\d{1,15}$/, 'is a whole number written as text'),
);

/** Empty while there are no ratings. */
const rating = v.pipe(
  v.string('is a number from 0 to 5 written as text, or empty'),
  v.regex(
    /^(?:[0-4](?:\.\d{1,3})?|5(?:\.0{1,3})?)?$/,
    'is a number from 0 to 5 written as text, or empty',
  ),
);

const categoryName = v.picklist(['Men', 'Women', 'Kids'], 'is one of Men, Women, Kids');

const productFields = {
  _id: nonEmptyText,
  title: nonEmptyText,
  image: v.string('is text'),
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
};

const stamps = { createdAt: v.string('is text'), updatedAt: v.string('is text') };

const productRow = v.strictObject(productFields);
const categoryRow = v.strictObject({
  _id: nonEmptyText,
  categoryName,
  description: v.string('is text'),
  image: v.string('is text'),
});
const wishlistRow = v.object({ ...productFields, ...stamps });
const cartRow = v.object({
  ...productFields,
  ...stamps,
  qty: v.pipe(v.number('is a whole number'), v.safeInteger('is a whole number')),
});

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
});

/** The schema of each table's rows. */
export const rowSchemas = { products: productRow, categories: categoryRow, users: userRow };

export type ProductRow = Readonly<v.InferOutput<typeof productRow>>;
export type CategoryRow = Readonly<v.InferOutput<typeof categoryRow>>;
export type UserRow = v.InferOutput<typeof userRow>;

/** All data of the mock. Rows are never changed in place. */
export interface MockTables {
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
  readonly users: readonly UserRow[];
}
export type TableName = keyof MockTables;
