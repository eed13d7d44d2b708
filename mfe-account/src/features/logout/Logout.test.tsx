import { changeCartAtom, sessionAtom } from '@patchwork/shop';
import { aProduct } from '@patchwork/testing/samples';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { Logout } from './Logout.tsx';

test('it says that the shopper is logged out, and leads back to the shop', async () => {
  const { user } = await openPage({ path: '/logout', Component: Logout });
  expect(
    screen.getByRole('heading', { level: 1, name: 'You are successfully logged out' }),
  ).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Continue to Shop!' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});

test('opened by a logged-in shopper, it does not log out: it says so and offers to', async () => {
  const { user, store } = await openPage({ path: '/logout', Component: Logout, isLoggedIn: true });
  expect(screen.queryByText('You are successfully logged out')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'You are still logged in' })).toBeDefined();
  expect(screen.getByText(/asha@patchwork\.example/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Continue to Shop!' })).toBeDefined();
  expect(store.get(sessionAtom)).not.toBeNull();

  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(store.get(sessionAtom)).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { level: 1, name: 'You are successfully logged out' }),
  );
});

/** A logged-in shopper's page whose change of the cart the shop has not answered, after a press on 'Log out'. */
async function logOutWithAChange() {
  const visit = { path: '/logout', Component: Logout, isLoggedIn: true, products: [aProduct()] };
  const page = await openPage(visit);
  const release = page.mock.hold('addToCart');
  act(() => void page.store.set(changeCartAtom, { type: 'add', product: aProduct() }));
  await page.user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(screen.getByRole('alert').textContent).toContain('One change to your cart or wishlist');
  expect(page.store.get(sessionAtom)).not.toBeNull();
  const answer = () =>
    act(async () => {
      release();
      await page.mock.idle();
    });
  return { ...page, answer };
}

test('with changes that wait for the shop it says that they would be lost, and asks once more', async () => {
  const { user, store } = await logOutWithAChange();
  await user.click(screen.getByRole('button', { name: 'Log out all the same' }));
  expect(store.get(sessionAtom)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
});

test('once the last change has reached the shop, the press on ‘Log out’ is followed', async () => {
  const { store, answer } = await logOutWithAChange();
  await answer();
  expect(store.get(sessionAtom)).toBeNull();
  expect(screen.getByRole('heading', { name: 'You are successfully logged out' })).toBeDefined();
});

test('what earlier sessions left in the browser can be erased', async () => {
  // As packages/storage names what belongs to one shopper.
  const key = 'patchwork:cart/1qphe3mt5soub';
  localStorage.setItem(key, '{"version":1,"value":{"pending":[{}]}}');
  const { user } = await openPage({ path: '/logout', Component: Logout });
  expect(screen.getByText(/did not reach the shop yet: erased, it is lost/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Erase my data from this browser' }));
  expect(localStorage.getItem(key)).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Your data is erased from this browser.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
