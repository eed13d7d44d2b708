import { subscribeToToasts } from '@patchwork/testing';
import { ashasHome } from '@patchwork/testing/samples';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { field, fill, openAddresses, pressed } from './address-book-support.tsx';
import { Profile } from './Profile.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('an address that could not be sent stays in its form, and is added once when sent again', async () => {
  const { user, expectStreets, mock } = await openAddresses(ashasHome);
  mock.fail({ addAddress: 'network' });
  await pressed(user, 'Add New Address');
  await fill(user, { ...ashasHome, street: 'Dyers Lane' });
  await pressed(user, 'Save');
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
  expect(field('street').value).toBe('Dyers Lane');
  mock.fail({});
  await pressed(user, 'Save');
  await expectStreets('Loom Street', 'Dyers Lane');
  const sent = mock.calls.filter(({ name }) => name === 'addAddress');
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});

test('an address whose deletion fails stays, and a toast says why', async () => {
  const said: string[] = [];
  const stop = subscribeToToasts(({ text }) => said.push(text));
  const { user, mock, expectStreets } = await openAddresses(ashasHome);
  mock.fail({ deleteAddress: 'network' });
  await pressed(user, /^Delete/);
  await waitFor(() => expect(said).toContainEqual(expect.stringContaining('could not be reached')));
  await expectStreets('Loom Street');
  stop();
});

test('addresses that could not be loaded can be loaded again', async () => {
  const page = await openPage({
    path: '/profile',
    search: '?tab=ADDRESSES',
    Component: Profile,
    isLoggedIn: true,
    addresses: [{ id: 'home', ...ashasHome }],
    failing: { listAddresses: 'network' },
  });
  await screen.findByText('Your addresses could not be loaded.');
  page.mock.fail({});
  await pressed(page.user, 'Try again');
  expect(await screen.findByText('12/4, Loom Street')).toBeDefined();
});
