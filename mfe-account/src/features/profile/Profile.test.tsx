import { changeSessionAtom, sessionAtom } from '@patchwork/shop';
import { openPage } from '@patchwork/testing';
import { asha } from '@patchwork/testing/samples';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
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
});

test('a missing name is shown as not given', async () => {
  const { store } = await openProfile();
  act(() => store.set(changeSessionAtom, { ...asha, user: { ...asha.user, lastName: '' } }));
  expect(shownAs('Last name')).toBe('Not given');
});

test('Log out ends the session and leads to the logout page', async () => {
  const { store, router } = await openProfile();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/logout'));
  expect(store.get(sessionAtom)).toBeNull();
});

const tab = (name: string) => screen.getByRole('tab', { name });
const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;

test('PROFILE is selected first; its tab and its panel refer to each other', async () => {
  await openProfile();
  expect(screen.getByRole('tablist', { name: 'Profile' })).toBeDefined();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'PROFILE',
    'ADDRESSES',
  ]);
  expect(selectedTab()).toBe('PROFILE');
  const panel = screen.getByRole('tabpanel', { name: 'PROFILE' });
  expect(tab('PROFILE').getAttribute('aria-controls')).toBe(panel.id);
  expect(screen.queryByRole('button', { name: 'Add New Address' })).toBeNull();
});

test('selecting a tab writes its name into the URL; the default tab is left out', async () => {
  const { router } = await openProfile();
  await userEvent.click(tab('ADDRESSES'));
  expect(screen.getByRole('tabpanel', { name: 'ADDRESSES' })).toBeDefined();
  expect(router.state.location.search).toBe('?tab=ADDRESSES');
  await userEvent.click(tab('PROFILE'));
  expect(router.state.location.search).toBe('');
});

test.each([
  ['?tab=ADDRESSES', 'ADDRESSES'],
  ['?tab=SECRETS', 'PROFILE'],
])('a link can select a tab, and an unknown one the default: %s', async (search, tab) => {
  await openProfile(search);
  await waitFor(() => expect(selectedTab()).toBe(tab));
});

test('the tab list is one stop for the Tab key', async () => {
  await openProfile();
  tab('PROFILE').focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Your orders' }));
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(tab('PROFILE'));
});
