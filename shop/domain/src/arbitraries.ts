/** fast-check generators for property tests. */
import fc from 'fast-check';
import { type Filters, maxPriceLimit, ratingThresholds, sortOrders } from './filters.ts';
import { categories, sizes } from './product.ts';
import { aProduct } from './testing.ts';

const products = fc
  .record({
    id: fc.uuid(),
    title: fc.oneof(fc.constantFrom('Kurta', 'kurta', 'Linen Jacket', ''), fc.string()),
    category: fc.constantFrom(...categories),
    size: fc.constantFrom(...sizes),
    // Only a few distinct prices, so that equal ones are sorted too.
    price: fc.oneof(fc.constantFrom(999, 1499, maxPriceLimit), fc.nat({ max: 6000 })),
    rating: fc.oneof(fc.constantFrom(0, 1, 2, 3, 4, 5), fc.double({ min: 0, max: 5, noNaN: true })),
  })
  .map(aProduct);

export const catalogues = fc.uniqueArray(products, { selector: ({ id }) => id, maxLength: 20 });

const colours = ['Indigo', 'Moss', 'Rust'].map((name, index) => ({
  name,
  swatch: `#00000${index}`,
}));

const styled = fc
  .record(
    {
      id: fc.constantFrom(...'abcdefghijklmnop'),
      size: fc.constantFrom(...sizes),
      price: fc.constantFrom(999, 1499, maxPriceLimit),
      rating: fc.constantFrom(3.2, 4.4),
      inStock: fc.boolean(),
      style: fc.constantFrom('kurta', 'coat', 'sari'),
      colour: fc.constantFrom(...colours),
    },
    { requiredKeys: ['id', 'size', 'price', 'rating', 'inStock'] },
  )
  .map(aProduct);

/** Catalogues of a few styles, whose products differ in size, colour, price and stock. */
export const styledCatalogues = fc.uniqueArray(styled, { selector: ({ id }) => id });

/** Any text that a search box can send: all code points except unpaired surrogates. */
const searchTexts = fc.oneof(
  fc.constantFrom('', ' ', ' KURTA ', 'a+b&c=d%', '?#;'),
  fc.string({ unit: 'binary' }),
);

/**
 * Generates filters. Each field has its default value at least half of the time, because five active filters together
 * would hide nearly everything.
 */
export const filterStates: fc.Arbitrary<Filters> = fc.record({
  maxPrice: fc.oneof(fc.constant(maxPriceLimit), fc.integer({ min: 0, max: maxPriceLimit })),
  categories: fc.oneof(fc.constant([]), fc.shuffledSubarray([...categories])),
  sizes: fc.oneof(fc.constant([]), fc.shuffledSubarray([...sizes])),
  minRating: fc.oneof(fc.constant(0 as const), fc.constantFrom(...ratingThresholds)),
  sortBy: fc.oneof(fc.constant('' as const), fc.constantFrom(...sortOrders)),
  search: fc.oneof(fc.constant(''), searchTexts),
});
