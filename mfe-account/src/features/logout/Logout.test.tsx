import { asha } from '@patchwork/domain/testing';
import { sessionAtom } from '@patchwork/state';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { Logout } from './Logout.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('it says that the shopper is logged out, and leads back to the shop', async () => {
  const { user } = await openPage({ path: '/logout', Component: Logout });
  expect(
    screen.getByRole('heading', { level: 1, name: 'You are successfully logged out' }),
  ).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Continue to Shop!' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});

test('opened by a logged-in shopper, it does not log out: it says so and offers to', async () => {
  const { user, store } = await openPage({ path: '/logout', Component: Logout, session: asha });
  expect(screen.queryByText('You are successfully logged out')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'You are still logged in' })).toBeDefined();
  expect(screen.getByText(/asha@patchwork\.example/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Continue to Shop!' })).toBeDefined();
  expect(store.get(sessionAtom)).toEqual(asha);

  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(store.get(sessionAtom)).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { level: 1, name: 'You are successfully logged out' }),
  );
});
