import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { type CatalogueOptions, dress, openCatalogue } from '../../test-support.tsx';

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

test('no row is shown while no other product was viewed', async () => {
  await view('overshirt');
  expect(row()).toBeNull();
});

test('other products that were viewed are listed, the last one first, also after a reload', async () => {
  await view('overshirt', ['dress', 'overshirt', 'raincoat']);
  expect(titles()).toEqual(['Indigo Overshirt', 'Wrap Dress']);
  await view('dress');
  expect(titles()).toEqual(['Puddle Raincoat', 'Indigo Overshirt']);
});

test('six products are listed at most', async () => {
  const products = Array.from({ length: 9 }, (_, index) => ({
    ...dress,
    id: `dress-${index}`,
    title: `Dress ${index}`,
  }));
  const ids = products.map(({ id }) => id);
  await view('dress-0', ids.slice(1), { products });
  expect(titles()).toEqual(['Dress 7', 'Dress 6', 'Dress 5', 'Dress 4', 'Dress 3', 'Dress 2']);
});

test('a product that is no longer sold is not listed again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await view('overshirt', ['dress']);
  await view('overshirt', ['dress'], { products: [dress] });
  await vi.waitFor(() => expect(screen.getByRole('heading', { name: 'Wrap Dress' })).toBeDefined());
  expect(row()).toBeNull();
});

test('Clear empties the list, and the focus goes to the page’s heading', async () => {
  await view('overshirt', ['dress']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(row()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await view('overshirt');
  expect(row()).toBeNull();
});

test.each(['no JSON', '{"version":1,"value":[{"id":7}]}', '{"version":1,"value":"overshirt"}'])(
  'a list in the storage that can’t be read counts as empty: %s',
  async (text) => {
    await view('overshirt');
    const [key = ''] = Object.keys(localStorage).filter((name) => name.includes('recently-viewed'));
    localStorage.setItem(key, text);
    await view('dress');
    expect(row()).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Wrap Dress' })).toBeDefined();
  },
);
