import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { OrderPlaced } from './OrderPlaced.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('without an order it congratulates nobody, and leads to the shop', async () => {
  const { user } = await openPage({ path: '/orderplaced', Component: OrderPlaced });
  expect(screen.getByRole('heading', { level: 1, name: 'No order to show' })).toBeDefined();
  expect(screen.queryByText(/Successfully/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Checkout more deals!' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});
