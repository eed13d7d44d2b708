import { aProduct } from '@patchwork/kit/testing/samples';
import type { Product } from '@patchwork/shop/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import {
  type CatalogueOptions,
  dress,
  kurtas,
  openCatalogue,
  overshirt,
  raincoat,
} from '../../test-support.tsx';
import { recommendProducts } from './Recommended.tsx';

describe('recommendProducts', () => {
  const shirt = aProduct({ id: 'shirt', category: 'MEN', rating: 3.1 });
  const coat = aProduct({ id: 'coat', category: 'MEN', rating: 4.5 });
  const dress = aProduct({ id: 'dress', category: 'WOMEN', rating: 4.9 });
  const scarf = aProduct({ id: 'scarf', category: 'WOMEN', rating: 4.2 });
  const boots = aProduct({ id: 'boots', category: 'KIDS', rating: 4.9 });
  const products = [shirt, coat, dress, scarf, boots];

  const recommended = (given: typeof products, limit = 9, all = products) =>
    recommendProducts(all, given, limit).map(({ id }) => id);

  test('products of the same category come first, the best rated before the others', () => {
    expect(recommended([boots])).toEqual(['dress', 'coat', 'scarf', 'shirt']);
    expect(recommended([shirt])).toEqual(['coat', 'dress', 'boots', 'scarf']);
  });

  test('the category of most given products comes first', () => {
    const given = [dress, scarf, coat];
    const blouse = aProduct({ id: 'blouse', category: 'WOMEN', rating: 2.5 });
    expect(recommended(given, 9, [...products, blouse])).toEqual(['blouse', 'shirt', 'boots']);
  });

  test('given products, and those out of stock, are not recommended', () => {
    const sold = { ...coat, inStock: false };
    expect(recommended([shirt], 9, [shirt, sold, scarf])).toEqual(['scarf']);
  });

  test('equally rated products keep the order of the catalogue', () => {
    expect(recommended([])).toEqual(['dress', 'boots', 'coat', 'scarf', 'shirt']);
  });

  test('no more products are recommended than asked for', () => {
    expect(recommended([shirt], 2)).toEqual(['coat', 'dress']);
  });
});

const shirt: Product = { ...overshirt, id: 'shirt', title: 'Plain Shirt', rating: 3.2 };

const openRow = (options: CatalogueOptions = {}) =>
  openCatalogue('/recommended', {
    loggedIn: true,
    products: [overshirt, dress, raincoat, shirt],
    given: [overshirt],
    ...options,
  });

const row = () => screen.findByRole('region', { name: 'You may also like' });

const titles = async () =>
  within(await row())
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

test.each([false, true])(
  'products that match the given ones are recommended (the catalogue is queried: %s)',
  async (queriesCatalogue) => {
    await openRow({ queriesCatalogue });
    await row();
    await screen.findByRole('link', { name: 'Plain Shirt' });
    expect(await titles()).toEqual(['Plain Shirt', 'Wrap Dress']);
  },
);

test.each([false, true])(
  'siblings of the given products are not recommended, and of another style one (the catalogue is queried: %s)',
  async (queriesCatalogue) => {
    const coats = kurtas.map((each) => ({
      ...{ ...each, id: `coat-${each.id}`, title: 'Coat', style: 'coat', rating: 2 },
    }));
    await openRow({
      ...{ products: [shirt, ...kurtas, ...coats], queriesCatalogue },
      given: kurtas.slice(0, 1),
    });
    await screen.findByRole('link', { name: 'Plain Shirt' });
    expect(await titles()).toEqual(['Plain Shirt', 'Coat']);
  },
);

test('an added product stays in the row, and its button links to the cart', async () => {
  await openRow();
  await screen.findByRole('link', { name: 'Plain Shirt' });
  const [button] = screen.getAllByRole('button', { name: 'Add to Cart' });
  if (!button) throw new Error('nothing can be added');
  await userEvent.click(button);
  const link = await screen.findByRole('link', { name: 'Go to Cart' });
  expect(document.activeElement).toBe(link);
  expect(await titles()).toEqual(['Plain Shirt', 'Wrap Dress']);
});

test('nothing is shown if no product matches', async () => {
  await openRow({ products: [overshirt, raincoat] });
  await vi.waitFor(() =>
    expect(screen.queryByRole('region', { name: 'You may also like' })).toBeNull(),
  );
});

test('products that can’t be loaded are left out', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await openRow({ failing: ['listProducts'] });
  await vi.waitFor(() =>
    expect(screen.queryByRole('region', { name: 'You may also like' })).toBeNull(),
  );
});
