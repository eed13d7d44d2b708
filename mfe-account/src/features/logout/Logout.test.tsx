import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { Logout } from './Logout.tsx';

afterEach(cleanup);

test('it says that the shopper is out, and leads back to the shop', async () => {
  const { user } = await openPage({ path: '/logout', Component: Logout });
  expect(
    screen.getByRole('heading', { level: 1, name: 'You are successfully logged out' }),
  ).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Continue to Shop!' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});
