import type { EndpointName, TestMock } from '@patchwork/kit/testing';
import { byFinger, byMouse } from '@patchwork/kit/testing';
import type { LineItem } from '@patchwork/shop/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openMock, openPage, twoLines } from '../../test-support.tsx';
import { Cart } from './Cart.tsx';

const openCart = (cart: readonly LineItem[] = twoLines) =>
  openPage({ path: '/cart', Component: Cart, cart });

const openWith = (mock: TestMock) => openPage({ path: '/cart', Component: Cart, mock });

const countOf = ({ calls }: TestMock, wanted: EndpointName) =>
  calls.filter(({ name }) => name === wanted).length;

const line = (title: string) => screen.findByRole('article', { name: title });
const press = (name: string, inside: HTMLElement) => within(inside).getByRole('button', { name });
const summary = () => within(screen.getByRole('region', { name: 'Cart Price Details' }));

test('each line shows the product, its prices, its size and a link to its page', async () => {
  await openCart();
  const overshirt = within(await line('Indigo Overshirt'));
  for (const text of ['₹2,499', '₹3,299', '24% OFF', 'M'])
    expect(overshirt.getByText(text)).toBeDefined();
  expect(overshirt.getByRole('link', { name: 'Indigo Overshirt' }).getAttribute('href')).toBe(
    '/productlist/overshirt',
  );
  expect(overshirt.getByRole('status').textContent).toBe('2');
  expect(screen.getByRole('heading', { level: 1, name: 'My Cart' })).toBeDefined();
});

test('the summary has a row for each line, and the total', async () => {
  await openCart();
  await line('Indigo Overshirt');
  const rows = summary()
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Item', 'Quantity', 'Line total'],
    ['Indigo Overshirt', '× 2', '₹4,998'],
    ['Work Trousers', '× 1', '₹1,899'],
    ['Total Price', '₹6,897'],
  ]);
});

test('each line shows its total and its delivery day', async () => {
  await openCart();
  const overshirt = await line('Indigo Overshirt');
  expect(overshirt.textContent).toContain('Subtotal ₹4,998');
  expect(overshirt.textContent).toMatch(/Get it by \w+day, \d+ \w+/);
});

test('plus and minus change the quantity and the total', async () => {
  const { user } = await openCart();
  const trousers = await line('Work Trousers');
  await user.click(press('Increase quantity: Work Trousers', trousers));
  expect(await within(trousers).findByText('2')).toBeDefined();
  expect(summary().getByRole('row', { name: 'Total Price ₹8,796' })).toBeDefined();
  await user.click(press('Decrease quantity: Work Trousers', trousers));
  expect(await within(trousers).findByText('1')).toBeDefined();
  expect(summary().getByRole('row', { name: 'Total Price ₹6,897' })).toBeDefined();
});

test('a line says from the eleventh piece on that an order can have at most 10', async () => {
  const { user } = await openCart(twoLines.map((each) => ({ ...each, quantity: 10 })));
  const trousers = await line('Work Trousers');
  expect(within(trousers).queryByRole('alert')).toBeNull();
  await user.click(press('Increase quantity: Work Trousers', trousers));
  expect((await within(trousers).findByRole('alert')).textContent).toBe(
    'An order can have at most 10 pieces of one product.',
  );
  await user.click(press('Decrease quantity: Work Trousers', trousers));
  await waitFor(() => expect(within(trousers).queryByRole('alert')).toBeNull());
  expect(within(await line('Indigo Overshirt')).queryByRole('alert')).toBeNull();
});

test('minus at quantity 1 removes the line with a separate call', async () => {
  const { user, mock } = await openCart();
  await user.click(press('Decrease quantity: Work Trousers', await line('Work Trousers')));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Work Trousers' })).toBeNull());
  await waitFor(() => expect(countOf(mock, 'removeFromCart')).toBe(1));
  expect(countOf(mock, 'changeCartQuantity')).toBe(0);
});

test('after a removal, the next line gets the focus, and after the last one the heading', async () => {
  const { user } = await openCart();
  await user.click(press('Remove from Cart', await line('Indigo Overshirt')));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Work Trousers' })),
  );
  await user.click(press('Remove from Cart', await line('Work Trousers')));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your Cart is empty :(' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test.each([
  ['mouse', byMouse],
  ['finger', byFinger],
])(
  'Remove pressed twice by %s removes one line, not also the one that moves into its place',
  async (_, by) => {
    await openCart();
    fireEvent(press('Remove from Cart', await line('Indigo Overshirt')), by(1));
    fireEvent(press('Remove from Cart', await line('Work Trousers')), by(2));
    expect(screen.queryByRole('article', { name: 'Indigo Overshirt' })).toBeNull();
    expect(await line('Work Trousers')).toBeDefined();
    // On a slow machine the toast of the test before may still be there.
    expect(await screen.findAllByText('Product removed from cart')).not.toEqual([]);
  },
);

test('Move to Wishlist adds the product to the wishlist and removes it from the cart', async () => {
  const { user, mock } = await openCart();
  await user.click(press('Move to Wishlist', await line('Work Trousers')));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Work Trousers' })).toBeNull());
  expect(countOf(mock, 'addToWishlist')).toBe(1);
  expect(await screen.findByText('Product added to wishlist')).toBeDefined();
});

test('moving a product that is already in the wishlist leaves the wishlist unchanged', async () => {
  const cart = twoLines.slice(1);
  const wishlist = cart.map(({ product }) => product);
  const { user, mock } = await openWith(openMock({ cart, wishlist }));
  await user.click(press('Move to Wishlist', await line('Work Trousers')));
  await screen.findByRole('heading', { level: 1, name: 'Your Cart is empty :(' });
  expect(countOf(mock, 'removeFromWishlist')).toBe(0);
});

test('an empty cart says so and links to the shop', async () => {
  const { user } = await openCart([]);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your Cart is empty :(' }),
  ).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Shop the collection' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});

test('loading the cart can be retried after a failure', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const mock = openMock({ cart: twoLines });
  mock.fail({ getCart: 500 });
  const { user } = await openWith(mock);
  expect(await screen.findByText('Your cart could not be loaded.')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'My Cart' })).toBeDefined();
  mock.fail({});
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await line('Indigo Overshirt')).toBeDefined();
});
