import { changeSessionAtom, sessionAtom } from '@patchwork/shop';
import { asha } from '@patchwork/testing/samples';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { Profile } from './Profile.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const openProfile = () => openPage({ path: '/profile', Component: Profile, isLoggedIn: true });

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
  const { store, user } = await openProfile();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('arrived at /logout')).toBeDefined();
  expect(store.get(sessionAtom)).toBeNull();
});
