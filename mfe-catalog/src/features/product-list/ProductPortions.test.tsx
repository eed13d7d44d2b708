import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dress, openCatalogue } from '../../test-support.tsx';

const products = Array.from({ length: 1130 }, (_, index) => ({
  ...dress,
  id: `dress-${index + 1}`,
  title: `Dress ${index + 1}${index < 100 ? ' in linen' : ''}`,
}));

const cards = () => screen.queryAllByRole('article');
const more = () => screen.queryByRole('button', { name: 'Show more' });
const count = () => screen.getByRole('status').textContent;

test('a long list begins with sixty, counts them all, and goes on where the new ones begin', async () => {
  await openCatalogue('/productlist?search=linen', { products });
  expect(count()).toBe('100 products');
  expect(cards()).toHaveLength(60);
  expect(screen.getByText('60 of 100 shown')).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(cards()).toHaveLength(100);
  expect(document.activeElement?.textContent).toBe('Dress 61 in linen');
  expect(more()).toBeNull();
});

test('another list begins anew; who comes back from a product finds as many as before', async () => {
  const { router } = await openCatalogue('/productlist', { products });
  expect(count()).toBe('1,130 products');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(cards()).toHaveLength(120);

  await act(() => router.navigate('/productlist/dress-100'));
  expect(cards()).toHaveLength(0);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(cards()).toHaveLength(120));

  await userEvent.click(screen.getByRole('radio', { name: 'Low to High' }));
  await waitFor(() => expect(cards()).toHaveLength(60));
});

test('a short list shows all it has', async () => {
  await openCatalogue('/productlist');
  expect(cards()).toHaveLength(3);
  expect(more()).toBeNull();
});
