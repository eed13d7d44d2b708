import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dress, openCatalogue } from '../../test-support.tsx';

const products = Array.from({ length: 1130 }, (_, index) => ({
  ...dress,
  id: `dress-${index + 1}`,
  title: `Dress ${index + 1}${index < 100 ? ' in linen' : ''}`,
}));

// Not by role: that takes twice the time among so many cards, too long on a busy machine.
const cards = () => document.querySelectorAll('article');
const more = () => screen.queryByText('Show more');
const count = () => document.querySelector('[role=status]')?.textContent;

test('a long list shows 60 first, counts all, and focuses the first new one on demand', async () => {
  await openCatalogue('/productlist?search=linen', { products });
  expect(count()).toBe('100 products');
  expect(cards()).toHaveLength(60);
  expect(screen.getByText('60 of 100 shown')).toBeDefined();

  await userEvent.click(screen.getByText('Show more'));
  expect(cards()).toHaveLength(100);
  expect(document.activeElement?.textContent).toBe('Dress 61 in linen');
  expect(more()).toBeNull();
});

test('another list shows 60 again; coming back from a product shows as many as before', async () => {
  const { router } = await openCatalogue('/productlist', { products });
  expect(count()).toBe('1,130 products');
  await userEvent.click(screen.getByText('Show more'));
  expect(cards()).toHaveLength(120);

  await act(() => router.navigate('/productlist/dress-100'));
  expect(cards()).toHaveLength(0);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(cards()).toHaveLength(120));

  await userEvent.click(screen.getByLabelText('Low to High'));
  await waitFor(() => expect(cards()).toHaveLength(60));
});

test('a short list shows all products', async () => {
  await openCatalogue('/productlist');
  expect(cards()).toHaveLength(3);
  expect(more()).toBeNull();
});
