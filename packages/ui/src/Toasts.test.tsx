import { act, cleanup, render, screen } from '@testing-library/react';
import { toast } from 'react-toastify';
import { afterEach, expect, test } from 'vitest';
import { Toasts } from './Toasts.tsx';

afterEach(cleanup);

test("a message of react-toastify's toast appears, dark, at the bottom centre", async () => {
  const { container } = render(<Toasts />);
  act(() => {
    toast.success('Product added to cart');
  });
  const said = await screen.findByText('Product added to cart');
  expect(said.closest('.Toastify__toast-theme--dark')).not.toBeNull();
  expect(container.querySelector('.Toastify__toast-container--bottom-center')).not.toBeNull();
});

test('three are shown at once, the rest wait', async () => {
  render(<Toasts />);
  act(() => {
    for (const n of [1, 2, 3, 4]) toast(`Toast ${n}`);
  });
  await screen.findByText('Toast 3');
  expect(screen.queryByText('Toast 4')).toBeNull();
});
