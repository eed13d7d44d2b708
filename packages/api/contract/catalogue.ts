import { expect, test } from 'vitest';
import { type ApiUnderTest, unknownId } from './under-test.ts';

export function catalogueContract({ refused, succeed, twoProducts }: ApiUnderTest): void {
  test('listCategories returns the categories', async () => {
    const { categories } = await succeed('listCategories');
    expect(categories.map(({ categoryName }) => categoryName)).toEqual(['Men', 'Women', 'Kids']);
  });

  test('getCategory returns one of them', async () => {
    const { categories } = await succeed('listCategories');
    for (const category of categories) {
      const answer = await succeed('getCategory', { params: { categoryId: category._id } });
      expect(answer).toEqual({ category });
    }
  });

  test('getCategory refuses an unknown id', async () => {
    await refused('getCategory', { params: { categoryId: unknownId } }, 404);
  });

  test('listProducts returns products with unique ids', async () => {
    const { products } = await succeed('listProducts');
    expect(products.length).toBeGreaterThan(0);
    expect(new Set(products.map(({ _id }) => _id)).size).toBe(products.length);
  });

  test('getProduct returns the same product as the list', async () => {
    const [first] = await twoProducts();
    expect(await succeed('getProduct', { params: { productId: first._id } })).toEqual({
      product: first,
    });
  });

  test.each([unknownId, 'a/b', '100%', 'ना', '__proto__', '?'])(
    'getProduct refuses the unknown id %j',
    async (productId) => {
      await refused('getProduct', { params: { productId } }, 404);
    },
  );
}
