import { openPage } from '@patchwork/kit/testing';
import { aProduct } from '@patchwork/kit/testing/samples';
import { changeCartAtom, changeSessionAtom, sessionAtom } from '@patchwork/shop';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Logout } from './Logout.tsx';

test('it says that the shopper is logged out, and links to the shop', async () => {
  const { router } = await openPage(Logout);
  expect(
    screen.getByRole('heading', { level: 1, name: 'You are successfully logged out' }),
  ).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Continue to Shop!' }));
  expect(router.state.location.pathname).toBe('/productlist');
});

test('opening it while logged in does not log out: it says so, and offers to log out', async () => {
  const { store } = await openPage(Logout, { isLoggedIn: true });
  expect(screen.queryByText('You are successfully logged out')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'You are still logged in' })).toBeDefined();
  expect(screen.getByText(/asha@patchwork\.example/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Continue to Shop!' })).toBeDefined();
  expect(store.get(sessionAtom)).not.toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect(store.get(sessionAtom)).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { level: 1, name: 'You are successfully logged out' }),
  );
});

/** Presses 'Log out' on the page of a shopper whose change of the cart the shop has not answered yet. */
async function logOutWithAChange() {
  const page = await openPage(Logout, { isLoggedIn: true, products: [aProduct()] });
  const release = page.mock.hold('addToCart');
  act(() => void page.store.set(changeCartAtom, { type: 'add', product: aProduct() }));
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect(screen.getByRole('alert').textContent).toContain('One change to your cart or wishlist');
  expect(page.store.get(sessionAtom)).not.toBeNull();
  const answer = () =>
    act(async () => {
      release();
      await page.mock.idle();
    });
  return { ...page, answer };
}

test('with unsent changes, it warns that they would be lost, and asks again', async () => {
  const { store } = await logOutWithAChange();
  await userEvent.click(screen.getByRole('button', { name: 'Log out all the same' }));
  expect(store.get(sessionAtom)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
});

test('a press on ‘Log out’ takes effect once the last change has reached the server', async () => {
  const { store, answer } = await logOutWithAChange();
  await answer();
  expect(store.get(sessionAtom)).toBeNull();
  expect(screen.getByRole('heading', { name: 'You are successfully logged out' })).toBeDefined();
});

test('data that earlier sessions left in the browser can be erased', async () => {
  const { store } = await openPage(Logout, { isLoggedIn: true, mayBeRefused: true });
  act(() => void store.set(changeCartAtom, { type: 'add', product: aProduct() }));
  act(() => store.set(changeSessionAtom, null));
  expect(screen.getByText(/did not reach the shop yet: erased, it is lost/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Erase my data from this browser' }));
  expect(Object.keys(localStorage)).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe('Your data is erased from this browser.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
