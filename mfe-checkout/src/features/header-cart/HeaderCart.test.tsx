import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, twoLines } from '../../test-support.tsx';
import { HeaderCart } from './HeaderCart.tsx';

/** Opens a page with the header's link, which counts the lines. */
async function open(cart = twoLines, path = '/') {
  const page = await openPage({ path, Component: HeaderCart, cart });
  const name = cart.length > 0 ? `Cart, ${cart.length} items` : 'Cart';
  return { ...page, link: await screen.findByRole('link', { name }) };
}

const toggle = () => screen.getByRole('button', { name: 'Preview of what you chose' });

test('the link opens the cart and shows the number of lines', async () => {
  const { user, link } = await open();
  await user.click(link);
  expect(screen.getByText('arrived at /cart')).toBeDefined();
});

test('the button opens the mini cart, and Escape closes it and returns the focus to the button', async () => {
  const { user } = await open();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(toggle());
  await user.keyboard('{Enter}');
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  const lines = screen.getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Indigo Overshirt× 2₹4,998',
    'Work Trousers× 1₹1,899',
  ]);
  expect(screen.getByText('₹6,897')).toBeDefined();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Go to Cart' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('list')).toBeNull();
  expect(document.activeElement).toBe(toggle());
});

test('the mini cart closes when the focus goes elsewhere', async () => {
  const { user } = await open();
  await user.click(toggle());
  const outside = document.body.appendChild(document.createElement('button'));
  outside.focus();
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
  outside.remove();
});

test('hovering over the link opens the mini cart, and leaving it closes the mini cart', async () => {
  const place = (await open()).link.parentElement;
  if (!place) throw new Error('the link stands alone');
  fireEvent.pointerEnter(place, { pointerType: 'mouse' });
  expect(await screen.findByRole('list')).toBeDefined();
  fireEvent.pointerLeave(place, { pointerType: 'mouse' });
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

test('Escape closes the mini cart that hovering has opened, and leaves the focus where it is', async () => {
  const { user, link } = await open();
  const outside = document.body.appendChild(document.createElement('button'));
  outside.focus();
  fireEvent.pointerEnter(link.parentElement ?? link, { pointerType: 'mouse' });
  expect(await screen.findByRole('list')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('list')).toBeNull();
  expect(document.activeElement).toBe(outside);
  outside.remove();
});

test('the mini cart shows four lines of a large cart and the number of others', async () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((id) =>
    twoLines.slice(0, 1).map((line) => ({ ...line, product: { ...line.product, id } })),
  );
  const { user } = await open(lines);
  await user.click(toggle());
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByText('and 2 more')).toBeDefined();
});

test('the mini cart of an empty cart links to the shop', async () => {
  const { user } = await open([]);
  await user.click(toggle());
  await user.click(screen.getByRole('link', { name: 'Shop the collection' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});

test.each(['/cart', '/checkout'])(
  'on %s, which shows the cart, there is only the link',
  async (path) => {
    await open(twoLines, path);
    expect(screen.queryByRole('button')).toBeNull();
  },
);
