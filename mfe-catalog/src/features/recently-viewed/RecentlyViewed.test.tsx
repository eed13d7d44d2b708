import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  type CatalogueOptions,
  dress,
  kurtas,
  openCatalogue,
  overshirt,
} from '../../test-support.tsx';

const row = () => screen.queryByRole('region', { name: 'Recently viewed' });
const titles = () =>
  within(row() ?? document.createElement('div'))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

/** Loads a product's page, then opens others one after the other. */
async function view(first: string, others: readonly string[] = [], options: CatalogueOptions = {}) {
  cleanup();
  const { router } = await openCatalogue(`/productlist/${first}`, options);
  for (const id of others) await act(() => router.navigate(`/productlist/${id}`));
}

test('no row is shown before another product was viewed', async () => {
  await view('overshirt');
  expect(row()).toBeNull();
});

test('other viewed products are listed, latest first, even after a reload', async () => {
  await view('overshirt', ['dress', 'overshirt', 'raincoat']);
  expect(titles()).toEqual(['Indigo Overshirt', 'Wrap Dress']);
  await view('dress');
  expect(titles()).toEqual(['Puddle Raincoat', 'Indigo Overshirt']);
});

test('of a style, the product that was viewed last is listed', async () => {
  const products = [overshirt, ...kurtas];
  await view('kurta-m', ['overshirt', 'kurta-s', 'sky-kurta-m', 'kurta-xl'], { products });
  expect(titles()).toEqual(['Indigo Overshirt']);
  await view('overshirt', [], { products });
  expect(titles()).toEqual(['Khadi Kurta']);
  expect(
    within(row() as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/productlist/kurta-xl');
});

test('at most six products are listed', async () => {
  const products = Array.from({ length: 9 }, (_, index) => ({
    ...dress,
    id: `dress-${index}`,
    title: `Dress ${index}`,
  }));
  const ids = products.map(({ id }) => id);
  await view('dress-0', ids.slice(1), { products });
  expect(titles()).toEqual(['Dress 7', 'Dress 6', 'Dress 5', 'Dress 4', 'Dress 3', 'Dress 2']);
});

test('a product that is no longer sold is not listed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await view('overshirt', ['dress']);
  await view('overshirt', [], { products: [dress] });
  await screen.findByRole('heading', { name: 'Product not found' });
  await view('dress', [], { products: [dress] });
  expect(screen.getByRole('heading', { name: 'Wrap Dress' })).toBeDefined();
  expect(row()).toBeNull();
});

test('Clear empties the list, and the page’s heading gets the focus', async () => {
  await view('overshirt', ['dress']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(row()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await view('overshirt');
  expect(row()).toBeNull();
});

test.each(['no JSON', '{"version":1,"value":[{"id":7}]}', '{"version":1,"value":"overshirt"}'])(
  'an unreadable stored list counts as empty: %s',
  async (text) => {
    await view('overshirt');
    const [key = ''] = Object.keys(localStorage).filter((name) => name.includes('recently-viewed'));
    localStorage.setItem(key, text);
    await view('dress');
    expect(row()).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Wrap Dress' })).toBeDefined();
  },
);
