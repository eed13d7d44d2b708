import * as v from 'valibot';

/*
 * The fields of the mock's rows, as the API sends them: numbers are strings. A message follows the
 * field's name: 'price is a whole number written as text'.
 */

export const nonEmptyText = v.pipe(v.string('is text'), v.regex(/\S/, 'is text that is not empty'));

/** Without fractions: the API's client leaves out a product that has one. */
const wholeText = 'is a whole number written as text';
const wholeNumber = v.pipe(v.string(wholeText), v.regex(/^\d{1,15}$/, wholeText));

/** Empty while there are no ratings. */
const ratingText = 'is a number from 0 to 5 written as text, or empty';
const rating = v.pipe(
  v.string(ratingText),
  v.regex(/^(?:[0-4](?:\.\d{1,3})?|5(?:\.0{1,3})?)?$/, ratingText),
);

export const categoryName = v.picklist(['Men', 'Women', 'Kids'], 'is one of Men, Women, Kids');

export const productFields = {
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

export const stamps = { createdAt: v.string('is text'), updatedAt: v.string('is text') };
