import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Toasts } from './Toasts.tsx';
import type { Toast } from './toast.ts';

let show: (toast: Toast) => void;

/** The same function on every render: another one would be another subscription. */
function subscribe(next: (toast: Toast) => void) {
  show = next;
  return () => undefined;
}

const liveRegion = (container: Element) => container.querySelector('[aria-live="polite"]');

test('a toast appears, dark, at the bottom centre of a live region that already exists', async () => {
  const { container } = render(<Toasts subscribe={subscribe} />);
  const region = liveRegion(container);
  expect(region?.childElementCount).toBe(0);
  act(() => show({ kind: 'success', text: 'Product added to cart' }));
  const text = await screen.findByText('Product added to cart');
  expect(text.closest('.Toastify__toast-theme--dark')).not.toBeNull();
  expect(region?.querySelector('.Toastify__toast-container--bottom-center')).not.toBeNull();
  expect(region?.contains(text)).toBe(true);
});

test('three toasts are shown at once, and the others wait', async () => {
  render(<Toasts subscribe={subscribe} />);
  act(() => {
    for (const n of [1, 2, 3, 4]) show({ kind: 'info', text: `Toast ${n}` });
  });
  await screen.findByText('Toast 3');
  expect(screen.queryByText('Toast 4')).toBeNull();
});

test('a toast with a link stays long enough to follow it', async () => {
  render(<Toasts subscribe={subscribe} Link={({ to, children }) => <a href={to}>{children}</a>} />);
  const link = { text: 'Back to Linen Shirt', path: '/productlist/linen-shirt' };
  act(() => show({ kind: 'success', text: 'Product added to cart', link }));
  const shown = await screen.findByRole('link', { name: 'Back to Linen Shirt' });
  expect(shown.getAttribute('href')).toBe('/productlist/linen-shirt');
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(shown.isConnected).toBe(true);
});

test('until the library can be loaded, a toast is plain text, and the next one tries again', async () => {
  vi.resetModules();
  vi.doMock('./toast-library.tsx', () => {
    throw new Error('chunk not found');
  });
  const { container } = render(<Toasts subscribe={subscribe} />);
  act(() => show({ kind: 'error', text: 'Please login to continue!' }));
  const plain = await screen.findByText('Please login to continue!');
  expect(plain.parentElement).toBe(liveRegion(container));
  await waitFor(() => expect(screen.queryByText('Please login to continue!')).toBeNull(), {
    timeout: 3000,
  });
  vi.doUnmock('./toast-library.tsx');
  act(() => show({ kind: 'success', text: 'Logged in successfully!' }));
  const text = await screen.findByText('Logged in successfully!');
  expect(text.closest('.Toastify__toast')).not.toBeNull();
});

test('the library is loaded as soon as the shopper presses something, before any toast', async () => {
  vi.resetModules();
  const loaded = vi.fn();
  vi.doMock('./toast-library.tsx', () => {
    loaded();
    return { Container: () => null };
  });
  render(<Toasts subscribe={subscribe} />);
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce());
  vi.doUnmock('./toast-library.tsx');
});
