import type { Product } from '@patchwork/shop/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  type CatalogueOptions,
  dress,
  openCatalogue,
  overshirt,
  raincoat,
} from '../../test-support.tsx';

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
  'products that go with the given ones are recommended (the catalogue is queried: %s)',
  async (queriesCatalogue) => {
    await openRow({ queriesCatalogue });
    await row();
    await screen.findByRole('link', { name: 'Plain Shirt' });
    expect(await titles()).toEqual(['Plain Shirt', 'Wrap Dress']);
  },
);

test('a product that is added stays in the row, and its button leads to the cart', async () => {
  await openRow();
  await screen.findByRole('link', { name: 'Plain Shirt' });
  const [button] = screen.getAllByRole('button', { name: 'Add to Cart' });
  if (!button) throw new Error('nothing can be added');
  await userEvent.click(button);
  const link = await screen.findByRole('link', { name: 'Go to Cart' });
  expect(document.activeElement).toBe(link);
  expect(await titles()).toEqual(['Plain Shirt', 'Wrap Dress']);
});

test('where nothing fits, nothing is shown', async () => {
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
