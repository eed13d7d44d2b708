import { categories, type Product, sizes } from '@patchwork/domain';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  encodeProduct,
  lineSchema,
  productBody,
  productSchema,
  type WireProduct,
} from './product.ts';

const wire: WireProduct = {
  _id: 'marigold-anarkali-dress',
  title: 'Marigold Anarkali Dress',
  image: '/images/marigold-anarkali-dress.svg',
  description: 'A flared dress.',
  category: 'Women',
  size: 'M',
  price: '2719',
  original_price: '3599',
  rating: '4.7',
  reviews: '3.1k',
  in_stock: true,
  delivery_time: '4',
  trending: true,
};

const parse = (entry: unknown) => v.safeParse(productSchema, entry);

test('numeric strings become numbers when parsed', () => {
  expect(parse(wire).output).toEqual({
    id: 'marigold-anarkali-dress',
    title: 'Marigold Anarkali Dress',
    image: '/images/marigold-anarkali-dress.svg',
    description: 'A flared dress.',
    category: 'WOMEN',
    size: 'M',
    price: 2719,
    originalPrice: 3599,
    rating: 4.7,
    reviews: '3.1k',
    inStock: true,
    deliveryDays: 4,
    trending: true,
  });
});

test.each<[changes: object, meant: object]>([
  [
    { price: 2719, rating: 4.7, reviews: 605, delivery_time: 4 },
    { price: 2719, rating: 4.7, reviews: '605', deliveryDays: 4 },
  ],
  ...['WOMEN', 'women', ' Women '].map((category): [object, object] => [
    { category },
    { category: 'WOMEN' },
  ]),
  ...['', null, undefined].map((rating): [object, object] => [{ rating }, { rating: 0 }]),
  [{ trending: undefined }, { trending: false }],
  [{ reviews: undefined }, { reviews: '0' }],
])('product fields %j of a server are read as %j', (changes, meant) => {
  // JSON leaves out a field that is undefined.
  expect(parse(JSON.parse(JSON.stringify({ ...wire, ...changes }))).output).toMatchObject(meant);
});

test.each([
  ['price', ''],
  ['price', '2,719'],
  ['price', '2719.5'],
  ['price', '-1'],
  ['price', 'Infinity'],
  ['rating', '5.1'],
  ['rating', 'good'],
  ['category', 'Pets'],
  ['size', 'XXXL'],
  ['_id', ''],
  ['in_stock', 'yes'],
  ['pictures', ['/images/shirt-back.svg']],
  ['sources', [{ image: '/images/shirt-400.jpg', width: 0 }]],
  ['style', ''],
  ['colour', { name: '', swatch: '#2b3766' }],
  ['colour', { name: 'Indigo', swatch: 'indigo' }],
  ['siblings', [{ _id: 'dress-l', size: 'L', price: 'free', in_stock: true }]],
])('a product whose %s is %j is refused', (field, value) => {
  expect(parse({ ...wire, [field]: value }).success).toBe(false);
});

test.each([
  [3, 3],
  [0, 1],
  [-2, 1],
])('a line with quantity %i has its product and, once parsed, quantity %i', (qty, quantity) => {
  const product = parse(wire).output;
  expect(v.parse(lineSchema, { ...wire, qty })).toEqual({ product, quantity });
});

const anySources = fc.option(
  fc.array(fc.record({ image: fc.webPath(), width: fc.integer({ min: 1 }) })),
  { nil: undefined },
);

const anyColour = fc.option(
  fc.record({
    name: fc.string({ minLength: 1 }),
    swatch: fc
      .integer({ min: 0, max: 0xffffff })
      .map((rgb) => `#${`${rgb + 0x1000000}`.slice(-6)}`),
  }),
  { nil: undefined },
);

const anySibling = fc.record({
  id: fc.string({ minLength: 1 }),
  size: fc.constantFrom(...sizes),
  price: fc.nat(),
  inStock: fc.boolean(),
  colour: anyColour,
});

const anyProduct: fc.Arbitrary<Product> = fc.record({
  id: fc.string({ minLength: 1 }),
  title: fc.string(),
  image: fc.webPath(),
  description: fc.string(),
  category: fc.constantFrom(...categories),
  size: fc.constantFrom(...sizes),
  price: fc.nat(),
  originalPrice: fc.nat(),
  rating: fc.double({ min: 0, max: 5, noNaN: true }).map(Math.abs),
  reviews: fc.string(),
  inStock: fc.boolean(),
  deliveryDays: fc.nat(),
  trending: fc.boolean(),
  sources: anySources,
  pictures: fc.option(
    fc.array(fc.record({ image: fc.webPath(), sources: anySources, alt: fc.string() })),
    { nil: undefined },
  ),
  care: fc.option(fc.string(), { nil: undefined }),
  style: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  colour: anyColour,
  siblings: fc.option(fc.array(anySibling), { nil: undefined }),
});

test('a call with a product leaves out its siblings, which no server reads', () => {
  const sibling = { id: 'dress-l', size: 'L', price: 2719, inStock: true } as const;
  const product: Product = { ...(parse(wire).output as Product), siblings: [sibling] };
  expect(productBody.encode({ product }).product).toEqual({ ...wire, reviews: '3.1k' });
});

test('a product survives encoding and parsing', () => {
  fc.assert(
    fc.property(anyProduct, (product) => {
      expect(v.parse(productSchema, encodeProduct(product))).toEqual(product);
    }),
  );
});
