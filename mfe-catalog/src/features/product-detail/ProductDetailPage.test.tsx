import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openCatalogue } from '../../test-support.tsx';

test('a product is shown with all its details', async () => {
  await openCatalogue('/productlist/overshirt');
  expect(screen.getByRole('heading', { level: 1, name: 'Indigo Overshirt' })).toBeDefined();
  expect(document.title).toBe('Indigo Overshirt · Patchwork');
  for (const text of [
    '4.4',
    '1.9k Reviews',
    '₹2,719',
    '₹3,599',
    '24% OFF',
    'inclusive of all taxes',
    'Best Offers',
    'Availabilty:',
    'In Stock',
    'Starts stiff and softens to your shoulders.',
    'M',
    'Get it in 4 days',
  ])
    expect(screen.getByText(text)).toBeDefined();
});

test('a product that is out of stock says so and cannot be added; one day of delivery is singular', async () => {
  await openCatalogue('/productlist/raincoat');
  expect(screen.getByText('Out of Stock', { selector: 'strong' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Out of Stock' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Get it in 1 day')).toBeDefined();
});

test("'Wishlist' becomes 'Remove from wishlist', and back", async () => {
  await openCatalogue('/productlist/overshirt', { loggedIn: true });
  await userEvent.click(screen.getByRole('button', { name: 'Wishlist' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from wishlist' }));
  expect(await screen.findByRole('button', { name: 'Wishlist' })).toBeDefined();
});

test('an unknown product is not found, with a way back to the shop', async () => {
  await openCatalogue('/productlist/nothing');
  expect(await screen.findByRole('heading', { level: 1, name: 'Product not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe(
    '/productlist',
  );
});

test('while the product loads the page has a spinner, and a heading and a title of its own', async () => {
  await openCatalogue('/productlist/overshirt', { silent: true });
  expect(screen.getByRole('status').textContent).toBe('Loading the product');
  expect(screen.getByRole('heading', { level: 1, name: 'Loading the product' })).toBeDefined();
  expect(document.title).toBe('Loading the product · Patchwork');
});

test('after a failure the spinner stays, and loading can be tried again', async () => {
  const { fail } = await openCatalogue('/productlist/overshirt', {
    failing: ['getProduct', 'listProducts'],
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(document.title).toBe('Product not loaded · Patchwork');
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  expect(screen.getByRole('status').textContent).toBe('Loading the product');
  fail();
  await userEvent.click(retry);
  const heading = await screen.findByRole('heading', { level: 1, name: 'Indigo Overshirt' });
  expect(document.activeElement).toBe(heading);
});

test('a product that the list has loaded is shown at once, even if its own request fails', async () => {
  await openCatalogue('/productlist/overshirt', { failing: ['getProduct'] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Indigo Overshirt' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
