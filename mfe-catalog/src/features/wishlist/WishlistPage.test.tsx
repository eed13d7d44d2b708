import { byFinger, byMouse } from '@patchwork/kit/testing';
import { aProduct } from '@patchwork/kit/testing/samples';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { dress, openCatalogue, overshirt, raincoat } from '../../test-support.tsx';

test('an empty wishlist says so and links to the shop', async () => {
  await openCatalogue('/wishlist', { loggedIn: true });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your wishlist is empty :(' }),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'Shop the collection' }).getAttribute('href')).toBe(
    '/productlist',
  );
});

test('an empty wishlist offers two bestsellers in stock, which can be added by their heart', async () => {
  const products = [raincoat, overshirt, dress, aProduct({ id: 'kurta' })];
  await openCatalogue('/wishlist', {
    loggedIn: true,
    products: products.map((product) => ({ ...product, trending: true })),
  });
  const section = within(await screen.findByRole('region', { name: 'Bestsellers' }));
  const cards = await section.findAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Indigo Overshirt',
    'Wrap Dress',
  ]);
  await userEvent.click(section.getByRole('button', { name: 'Wishlist: Wrap Dress' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'My Wishlist' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

test('wishlisted products are shown as cards until the last one is removed', async () => {
  await openCatalogue('/wishlist', { loggedIn: true, wishlist: [overshirt, dress] });
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeDefined();
  await userEvent.click(
    screen.getByRole('button', { name: 'Remove from wishlist: Indigo Overshirt' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove from wishlist: Wrap Dress' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your wishlist is empty :(' }),
  ).toBeDefined();
  expect(document.title).toBe('Your wishlist is empty :( · Patchwork');
});

test('after a removal, the next heart gets the focus, or else the previous one', async () => {
  await openCatalogue('/wishlist', { loggedIn: true, wishlist: [overshirt, dress, raincoat] });
  const heart = (title: string) =>
    screen.getByRole('button', { name: `Remove from wishlist: ${title}` });
  await screen.findByRole('article', { name: 'Wrap Dress' });
  // Presses as quick as the test's would count as double presses.
  let now = 0;
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => (now += 600));
  await userEvent.click(heart('Wrap Dress'));
  expect(document.activeElement).toBe(heart('Puddle Raincoat'));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(heart('Indigo Overshirt'));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { level: 1, name: 'Your wishlist is empty :(' }),
  );
});

test.each([
  ['mouse', byMouse],
  ['finger', byFinger],
])(
  'a heart pressed twice by %s removes one card, not also the one that moves into its place',
  async (_, by) => {
    await openCatalogue('/wishlist', { loggedIn: true, wishlist: [overshirt, dress] });
    const heart = (title: string) =>
      screen.findByRole('button', { name: `Remove from wishlist: ${title}` });
    fireEvent(await heart('Indigo Overshirt'), by(1));
    fireEvent(await heart('Wrap Dress'), by(2));
    expect(screen.queryByRole('article', { name: 'Indigo Overshirt' })).toBeNull();
    expect(screen.getByRole('article', { name: 'Wrap Dress' })).toBeDefined();
  },
);

test('a wishlist that failed to load is not shown as empty, and loading can be retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { fail } = await openCatalogue('/wishlist', {
    loggedIn: true,
    wishlist: [dress],
    failing: ['getWishlist'],
  });
  expect(await screen.findByText('Your wishlist could not be loaded.')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeDefined();
  fail();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Wrap Dress' })).toBeDefined();
});
