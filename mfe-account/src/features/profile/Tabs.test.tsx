import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asha, openPage } from '../../test-support.tsx';
import { Profile } from './Profile.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const openProfile = (search = '') =>
  openPage({ path: '/profile', search, Component: Profile, session: asha });

const tab = (name: string) => screen.getByRole('tab', { name });
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

test('PROFILE is shown first; its tab and its panel name each other', async () => {
  await openProfile();
  expect(screen.getByRole('tablist', { name: 'Profile' })).toBeDefined();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'PROFILE',
    'ADDRESSES',
  ]);
  expect(chosen()).toBe('PROFILE');
  const panel = screen.getByRole('tabpanel', { name: 'PROFILE' });
  expect(tab('PROFILE').getAttribute('aria-controls')).toBe(panel.id);
  expect(screen.queryByRole('button', { name: 'Add New Address' })).toBeNull();
});

test('a press shows the other tab, which the address then names; the default is left out', async () => {
  const { user, router } = await openProfile();
  await user.click(tab('ADDRESSES'));
  expect(screen.getByRole('tabpanel', { name: 'ADDRESSES' })).toBeDefined();
  expect(router.state.location.search).toBe('?tab=ADDRESSES');
  await user.click(tab('PROFILE'));
  expect(router.state.location.search).toBe('');
});

test('a link opens the addresses; an unknown tab is the default', async () => {
  await openProfile('?tab=ADDRESSES');
  expect(chosen()).toBe('ADDRESSES');
  cleanup();
  await openProfile('?tab=SECRETS');
  expect(chosen()).toBe('PROFILE');
});

test('arrows go round, Home and End go to the ends, and the focus goes along', async () => {
  const { user } = await openProfile();
  tab('PROFILE').focus();
  for (const [key, expected] of [
    ['{ArrowRight}', 'ADDRESSES'],
    ['{ArrowRight}', 'PROFILE'],
    ['{ArrowLeft}', 'ADDRESSES'],
    ['{Home}', 'PROFILE'],
    ['{End}', 'ADDRESSES'],
    ['{Control>}{ArrowRight}{/Control}', 'ADDRESSES'],
  ] as const) {
    await user.keyboard(key);
    expect(chosen()).toBe(expected);
    expect(document.activeElement).toBe(tab(expected));
  }
});

test('the tab list is one stop for the Tab key', async () => {
  const { user } = await openProfile();
  tab('PROFILE').focus();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Your orders' }));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(tab('PROFILE'));
});
