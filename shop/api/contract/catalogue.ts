import { expect, onTestFinished, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { type ApiUnderTest, type Pictures, unknownId } from './under-test.ts';

export function catalogueContract({
  operator,
  refused,
  refusedFor,
  signUp,
  storeProduct,
  succeed,
  twoProducts,
}: ApiUnderTest): void {
  test('listCategories returns the categories', async () => {
    const { categories } = await succeed('listCategories');
    expect(categories.map(({ categoryName }) => categoryName)).toEqual(['Men', 'Women', 'Kids']);
  });

  test('getCategory returns each category of that list', async () => {
    const { categories } = await succeed('listCategories');
    for (const category of categories) {
      const answer = await succeed('getCategory', { params: { categoryId: category._id } });
      expect(answer).toEqual({ category });
    }
  });

  test('getCategory refuses an unknown id', async () => {
    await refused('getCategory', { params: { categoryId: unknownId } }, refusals.categoryUnknown);
  });

  test('listProducts returns products with unique ids', async () => {
    const { products } = await succeed('listProducts');
    expect(products.length).toBeGreaterThan(0);
    expect(new Set(products.map(({ _id }) => _id)).size).toBe(products.length);
  });

  test('listTrending returns the trending products of that list, in its order', async () => {
    const { products } = await succeed('listProducts');
    const trending = products.filter((product) => product.trending);
    expect(trending.length).toBeGreaterThan(0);
    expect(await succeed('listTrending')).toEqual({ products: trending.slice(0, 12) });
  });

  test('getProduct returns the same product as the list', async () => {
    const [first] = await twoProducts();
    const { product } = await succeed('getProduct', { params: { productId: first._id } });
    expect(product).toEqual(first);
  });

  test('getProduct says how long a return can be requested, and when the product is delivered', async () => {
    const [{ _id: productId, delivery_time: time }] = await twoProducts();
    const { terms } = await succeed('getProduct', { params: { productId } });
    expect(terms).toEqual({
      ...{ is_returnable: true, return_days: 14 },
      ...{ min_delivery_days: Number(time), max_delivery_days: Number(time) },
    });
  });

  test.each([unknownId, 'a/b', '100%', 'ना', '__proto__', '?'])(
    'getProduct refuses the unknown id %j',
    async (productId) => {
      await refused('getProduct', { params: { productId } }, refusals.productUnknown);
    },
  );

  test.skipIf(!storeProduct)(
    'every answer with a product names the files of its pictures in several widths',
    async () => {
      const [, { _id: productId }] = await twoProducts();
      const stored = {
        sources: [
          { image: '/images/coat-400.jpg', width: 400 },
          { image: 'https://pictures.example/coat,800', width: 800 },
        ],
        pictures: [
          { image: '/worn.jpg', sources: [{ image: '/worn-400.jpg', width: 400 }], alt: 'Worn' },
          { image: '/back.svg', alt: 'From behind' },
        ],
      } satisfies Pictures;
      await storeProduct?.(productId, stored);
      const { product } = await succeed('getProduct', { params: { productId } });
      expect(product).toMatchObject(stored);
      const shopper = await signUp();
      const lists = [
        (await succeed('listProducts')).products,
        (await succeed('queryProducts', { query: { limit: '500' } })).products,
        (await shopper.succeed('addToCart', { body: { product } })).cart,
        (await shopper.succeed('addToWishlist', { body: { product } })).wishlist,
      ];
      for (const list of lists)
        expect(list.find(({ _id }) => _id === productId)).toMatchObject(product);
    },
  );

  test('queryProducts returns the first page of the products that pass the filters', async () => {
    const { products } = await succeed('listProducts');
    const query = { categories: 'WOMEN,KIDS', maxPrice: '2000', sort: 'LOWTOHIGH', limit: '100' };
    const page = await succeed('queryProducts', { query });
    const matching = products
      .filter(({ category }) => /^(women|kids)$/i.test(category))
      .filter(({ price }) => Number(price) <= 2000)
      .toSorted((one, other) => Number(one.price) - Number(other.price));
    expect(page.listed).toBe(matching.length);
    expect(page.products.map(({ _id }) => _id)).toEqual(
      matching.slice(0, 100).map(({ _id }) => _id),
    );
    expect(page.products[0]).toEqual(
      (await succeed('getProduct', { params: { productId: matching[0]?._id ?? '' } })).product,
    );
  });

  test('queryProducts continues at the cursor', async () => {
    const first = await succeed('queryProducts', { query: { limit: '2' } });
    const second = await succeed('queryProducts', {
      query: { limit: '2', cursor: first.next ?? '' },
    });
    const four = await succeed('queryProducts', { query: { limit: '4' } });
    expect([...first.products, ...second.products]).toEqual(four.products);
    expect(second).not.toHaveProperty('listed');
  });

  test('queryProducts explains an empty list', async () => {
    const { listed } = await succeed('queryProducts', { query: { minRating: '1' } });
    const query = { search: 'no product has such a title', minRating: '1' };
    const page = await succeed('queryProducts', { query });
    expect(page).toEqual({
      products: [],
      listed: 0,
      next: null,
      corrected: '',
      explanation: {
        mostRestrictive: 'search',
        relaxations: [{ constraint: 'search', listed }],
        cheapestAbove: null,
      },
    });
  });

  test.each([
    ['kurtaa', 'kurta', 'Khadi Band-Collar Kurta'],
    ['KURTHA', 'kurta', 'Khadi Band-Collar Kurta'],
    ['khadi kurta', 'khadi kurta', 'Khadi Band-Collar Kurta'],
    ['quilted jaket', 'quilted jacket', 'Quilted Kantha Jacket'],
    ['rain coat', 'raincoat', 'Puddle Raincoat'],
  ])('queryProducts corrects the search “%s” to “%s”', async (search, corrected, title) => {
    const page = await succeed('queryProducts', { query: { search } });
    expect(page).toMatchObject({ corrected, listed: 1, products: [{ title }] });
  });

  test('queryProducts applies the other filters to a corrected search, and continues its pages', async () => {
    const search = 'jaket';
    const { products } = await succeed('queryProducts', { query: { search: 'jacket' } });
    const one = await succeed('queryProducts', { query: { search, limit: '1' } });
    const cursor = one.next ?? '';
    const two = await succeed('queryProducts', { query: { search, limit: '1', cursor } });
    expect([...one.products, ...two.products]).toEqual(products.slice(0, 2));
    expect([one.corrected, two.corrected]).toEqual(['jacket', 'jacket']);
    const none = await succeed('queryProducts', { query: { search, categories: 'KIDS' } });
    expect(none).toMatchObject({
      corrected: 'jacket',
      explanation: { mostRestrictive: 'search' },
    });
  });

  test('queryProducts corrects no search that a title has, though other filters hide it', async () => {
    const page = await succeed('queryProducts', { query: { search: 'kurta', categories: 'KIDS' } });
    expect(page).toMatchObject({ listed: 0, explanation: {} });
    expect(page).not.toHaveProperty('corrected');
  });

  test.skipIf(!storeProduct).each([
    [
      'Cafe\u0301 Apron',
      { 'caf\u00e9': undefined, CAFÉ: undefined, cafe: 'café', appron: 'apron' },
    ],
    ['Caf\u00e9 Apron', { 'cafe\u0301': undefined, 'caffé apron': 'café apron' }],
    ['Linen\u00a0Cape', { 'linen cape': undefined, 'linen\u3000cap': undefined, cappe: 'cape' }],
    [
      'Wool  Cloak',
      { 'wool cloak': undefined, 'wool  cloak': undefined, 'wol cloack': 'wool cloak' },
    ],
    ['सूती कुर्ता', { कुर्ता: undefined, कुरता: 'कुर्ता', 'कुर्ता सूती': 'कुर्ता सूती', साड़ी: '' }],
    ['क\u093cमीज\u093c', { क़मीज़: undefined, क़मीज: undefined, कमीज: 'क\u093cमीज\u093c' }],
    ['Über-Mantel', { ÜBER: undefined, 'u\u0308ber': undefined, ubermantel: 'mantel' }],
  ])('queryProducts finds and corrects searches for “%s”', async (title, searches) => {
    const [{ _id, title: before }] = await twoProducts();
    await storeProduct?.(_id, { title });
    onTestFinished(() => storeProduct?.(_id, { title: before }));
    for (const [search, corrected] of Object.entries(searches)) {
      const page = await succeed('queryProducts', { query: { search } });
      const titles = page.products.map((product) => product.title);
      const found = corrected === '' ? [] : [title];
      expect([search, page.corrected, titles]).toEqual([search, corrected, found]);
    }
  });

  test.skipIf(!storeProduct)(
    'a product’s page and lists name its siblings, and a list shows one product of each style',
    async () => {
      const { products } = await succeed('listProducts');
      const kids = products.filter(({ category }) => /^kids$/i.test(category)).slice(0, 2);
      const [one, other] = kids;
      if (!one || !other) throw new Error('there are no two products for kids');
      const colour = { name: 'Teal', swatch: '#1f7d80' };
      await storeProduct?.(one._id, { style: 'kids-piece', colour });
      await storeProduct?.(other._id, { style: 'kids-piece' });
      const siblingOf = ({ _id, size, price, in_stock }: typeof one) => ({
        ...{ _id, size, price, in_stock },
        ...(_id === one._id && { colour }),
      });
      for (const [product, sibling] of [
        [one, other],
        [other, one],
      ] as const) {
        const params = { productId: product._id };
        const found = await succeed('getProduct', { params });
        expect(found.product).toMatchObject({
          style: 'kids-piece',
          siblings: [siblingOf(sibling)],
        });
      }
      const query = { categories: 'KIDS', limit: '100' };
      const page = await succeed('queryProducts', { query });
      expect(page.listed).toBe(2);
      const shown = page.products.filter(({ style }) => style === 'kids-piece');
      const [expected] = [one, other].toSorted(
        (a, b) =>
          Number(b.in_stock) - Number(a.in_stock) ||
          Number(a.price) - Number(b.price) ||
          (a._id < b._id ? -1 : 1),
      );
      expect(shown.map(({ _id }) => _id)).toEqual([expected?._id]);
      expect(shown[0]?.siblings).toHaveLength(1);
      const whole = await succeed('listProducts');
      expect(whole.products).toHaveLength(products.length);
      expect(whole.products.some((product) => 'siblings' in product)).toBe(false);
      const shopper = await signUp();
      const { cart } = await shopper.succeed('addToCart', { body: { product: one } });
      expect(cart[0]).toMatchObject({ _id: one._id, style: 'kids-piece', colour });
      const operators = await operator();
      for (const { _id: product } of kids) {
        const params = { productId: product };
        const body = { change: { style: null, colour: null } };
        const changed = await operators.succeed('changeProduct', { params, body });
        expect(changed.product).not.toHaveProperty('style');
        expect(changed.product).not.toHaveProperty('colour');
      }
      expect(await succeed('listProducts')).toEqual({ products });
    },
  );

  test('queryProducts treats a database’s wildcards as text', async () => {
    for (const search of ['%', '_', '\\', "'", '*']) {
      expect(await succeed('queryProducts', { query: { search } })).toMatchObject({ listed: 0 });
    }
  });

  test('queryProducts ignores unknown fields', async () => {
    const page = await succeed('queryProducts', { query: { limit: '1', colour: 'red' } });
    expect(page.products).toHaveLength(1);
  });

  test.each<Readonly<Record<string, string>>>([
    { categories: 'DOGS' },
    { sizes: 'S,,M' },
    { minRating: '5' },
    { maxPrice: '-1' },
    { maxPrice: '1e3' },
    { priceLimit: '' },
    { sort: 'price' },
    { limit: '0' },
    { limit: '501' },
    { cursor: 'x' },
    { cursor: '1.2.3' },
    { search: '\u0000' },
    { search: 'x'.repeat(201) },
  ])('queryProducts refuses %j, and names the field', async (query) => {
    await refusedFor('queryProducts', { query }, Object.keys(query)[0] ?? '');
  });
}
