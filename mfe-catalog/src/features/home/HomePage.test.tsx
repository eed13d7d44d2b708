import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { dress, openCatalogue, overshirt, raincoat } from '../../test-support.tsx';

test('the hero links to the list', async () => {
  await openCatalogue('/');
  const link = screen.getByRole('link', { name: 'Shop the collection' });
  expect(link.getAttribute('href')).toBe('/productlist');
  expect(document.title).toBe('Patchwork');
});

test('each category links to its filtered list', async () => {
  const { location } = await openCatalogue('/');
  const row = within(screen.getByRole('region', { name: 'Shop by Category' }));
  await row.findByRole('heading', { level: 3, name: 'Men' });
  const headings = row.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(headings).toEqual(['Men', 'Women', 'Kids']);
  await userEvent.click(row.getByRole('link', { name: 'Men' }));
  expect(location()).toBe('/productlist?category=MEN');
  expect(await screen.findByRole('article', { name: 'Indigo Overshirt' })).toBeDefined();
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

test.each([
  [undefined, ['Shop by Category', 'Bestsellers']],
  ['bestsellers', ['Bestsellers', 'Shop by Category']],
] as const)('the rows follow the setting “first-row”: %s', async (firstRow, expected) => {
  const products = [{ ...dress, trending: true }];
  await openCatalogue('/', { products, ...(firstRow && { settings: { 'first-row': firstRow } }) });
  const main = within(screen.getByRole('main'));
  const rows = main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(rows.slice(0, 2)).toEqual(expected);
});

test.each([
  ['Shop by Category', 3],
  ['Bestsellers', 4],
])('the row “%s” has its full height while it loads', async (name, count) => {
  await openCatalogue('/', { silent: true });
  const row = within(screen.getByRole('region', { name }));
  expect(row.getByRole('list').getAttribute('aria-busy')).toBe('true');
  expect(row.getAllByRole('listitem')).toHaveLength(count);
});

test('the bestsellers are the trending products, shown as complete cards', async () => {
  const trending = { ...dress, trending: true };
  await openCatalogue('/', { products: [overshirt, trending, raincoat] });
  const row = within(screen.getByRole('region', { name: 'Bestsellers' }));
  const [card, ...others] = await row.findAllByRole('article');
  expect(others).toEqual([]);
  if (!card) throw new Error('a card is expected');
  expect(within(card).getByRole('heading', { level: 3, name: 'Wrap Dress' })).toBeDefined();
  expect(within(card).getByRole('button', { name: 'Add to Cart' })).toBeDefined();
});

test('a shop without trending products has no bestsellers', async () => {
  await openCatalogue('/', { products: [overshirt] });
  await screen.findByRole('heading', { level: 3, name: 'Kids' });
  expect(screen.queryByRole('region', { name: 'Bestsellers' })).toBeNull();
});

test.each([
  ['listCategories', 'The categories could not be loaded.', 'Kids'],
  ['listTrending', 'The bestsellers could not be loaded.', 'Wrap Dress'],
] as const)('a row whose call %s fails can be retried', async (call, message, title) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const products = [{ ...dress, trending: true }];
  const { fail } = await openCatalogue('/', { products, failing: [call] });
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  fail();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 3, name: title })).toBeDefined();
});

test('delivery, returns and payment link to the pages that explain them', async () => {
  await openCatalogue('/');
  const path = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(['Delivery', 'Returns', 'Payment'].map(path)).toEqual(['/delivery', '/returns', '/help']);
});
