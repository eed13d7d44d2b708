import { openPage } from '@patchwork/kit/testing';
import { aProduct, asha } from '@patchwork/kit/testing/samples';
import { changeCartAtom, changeSessionAtom, sessionAtom, toast } from '@patchwork/shop';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Profile } from './Profile.tsx';

const openProfile = (search = '') =>
  openPage(Profile, { at: `/profile${search}`, isLoggedIn: true });

const shownAs = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

test("it shows the shopper's names and email", async () => {
  await openProfile();
  expect(screen.getByRole('heading', { level: 1, name: 'My Profile' })).toBeDefined();
  expect(shownAs('First name')).toBe('Asha');
  expect(shownAs('Last name')).toBe('Rao');
  expect(shownAs('Email')).toBe('asha@patchwork.example');
  expect(screen.getByRole('tablist', { name: 'Profile' }).textContent).toBe('PROFILEADDRESSES');
});

test('a missing name is shown as not given', async () => {
  const { store } = await openProfile();
  act(() => store.set(changeSessionAtom, { ...asha, user: { ...asha.user, lastName: '' } }));
  expect(shownAs('Last name')).toBe('Not given');
});

test('logging out in spite of unsent changes does so once', async () => {
  const { store, mock } = await openProfile();
  mock.hold('addToCart');
  act(() => void store.set(changeCartAtom, { type: 'add', product: aProduct() }));
  const success = vi.spyOn(toast, 'success');
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await userEvent.click(screen.getByRole('button', { name: 'Log out all the same' }));
  expect(store.get(sessionAtom)).toBeNull();
  expect(success.mock.calls).toEqual([['Logged out successfully!']]);
});

test('a shopper who logs in after another one pressed ‘Log out’ stays logged in', async () => {
  const { store, mock } = await openProfile();
  mock.hold('addToCart');
  act(() => void store.set(changeCartAtom, { type: 'add', product: aProduct() }));
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  // What another tab did is adopted in one step.
  const meera = { ...asha, user: { ...asha.user, email: 'meera@patchwork.example' } };
  act(() => store.set(changeSessionAtom, meera));
  expect(store.get(sessionAtom)).toEqual(meera);
});

const tab = (name: string) => screen.getByRole('tab', { name });
const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;

test('selecting a tab changes the URL without a history entry, and the default tab is left out', async () => {
  const { router } = await openProfile();
  await userEvent.click(tab('ADDRESSES'));
  expect(screen.getByRole('tabpanel', { name: 'ADDRESSES' })).toBeDefined();
  expect(router.state).toMatchObject({
    location: { search: '?tab=ADDRESSES' },
    historyAction: 'REPLACE',
  });
  await userEvent.click(tab('PROFILE'));
  expect(router.state.location.search).toBe('');
});

test.each([
  ['?tab=ADDRESSES', 'ADDRESSES'],
  ['?tab=SECRETS', 'PROFILE'],
])('a link selects a tab, and an unknown name selects the default one: %s', async (search, tab) => {
  await openProfile(search);
  await waitFor(() => expect(selectedTab()).toBe(tab));
});
