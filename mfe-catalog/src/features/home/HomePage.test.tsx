import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openCatalogue } from '../../test-support.tsx';

test("the hero's picture leads to the list", async () => {
  await openCatalogue('/');
  const link = screen.getByRole('link', { name: 'Shop the collection' });
  expect(link.getAttribute('href')).toBe('/productlist');
  expect(within(link).getByRole('presentation')).toBeDefined();
  expect(document.title).toBe('Patchwork');
});

test('each category leads to its part of the list', async () => {
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

test('the row has its full height while the categories load', async () => {
  await openCatalogue('/', { silent: true });
  const row = within(screen.getByRole('region', { name: 'Shop by Category' }));
  expect(row.getByRole('list').getAttribute('aria-busy')).toBe('true');
  expect(row.getAllByRole('listitem')).toHaveLength(3);
});

test('categories that could not be loaded can be tried again', async () => {
  const { fail } = await openCatalogue('/', { failing: ['listCategories'] });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The categories could not be loaded.',
  );
  fail();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 3, name: 'Kids' })).toBeDefined();
});
