import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, twoLines } from '../../test-support.tsx';
import { Checkout } from './Checkout.tsx';

/** A checkout where the products with these titles are out of stock. */
function openWithout(...titles: string[]) {
  const products = twoLines.map(({ product }) => ({
    ...product,
    inStock: !titles.includes(product.title),
  }));
  return openPage({ path: '/checkout', Component: Checkout, cart: twoLines, products });
}

const remove = (title: string) =>
  screen.findByRole('button', { name: `Remove ${title} from the cart` });

test('when the last obstacle is removed, the focus goes to Place Order', async () => {
  const { user } = await openWithout('Work Trousers');
  await user.click(await remove('Work Trousers'));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Place Order' })),
  );
});

test('removing an obstacle focuses the next one, and removing all focuses the heading', async () => {
  const { user } = await openWithout('Indigo Overshirt', 'Work Trousers');
  await user.click(await remove('Indigo Overshirt'));
  expect(document.activeElement).toBe(await remove('Work Trousers'));
  await user.click(await remove('Work Trousers'));
  expect(screen.getByText('Your Cart is empty :(')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
