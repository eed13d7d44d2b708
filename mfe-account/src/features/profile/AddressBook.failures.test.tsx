import type { Api } from '@patchwork/api';
import { err, ok } from '@patchwork/domain';
import { asha, ashasHome } from '@patchwork/domain/testing';
import { subscribeToToasts } from '@patchwork/state/host';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { field, fill, openAddresses, pressed } from './address-book-support.tsx';
import { Profile } from './Profile.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const refusal: Api['addAddress'] = async () => err({ kind: 'network', message: 'Network Error' });

test('an address that could not be sent stays in its form, and is added once when sent again', async () => {
  const sent: string[] = [];
  const { user, expectStreets, server } = await openAddresses(ashasHome);
  const { addAddress } = server;
  server.addAddress = (input) => {
    sent.push(input.body.address.id);
    return sent.length === 1 ? refusal(input) : addAddress(input);
  };
  await pressed(user, 'Add New Address');
  await fill(user, { ...ashasHome, street: 'Dyers Lane' });
  await pressed(user, 'Save');
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
  expect(field('street').value).toBe('Dyers Lane');
  await pressed(user, 'Save');
  await expectStreets('Loom Street', 'Dyers Lane');
  expect(new Set(sent).size).toBe(1);
});

test('an address whose deletion fails stays, and a toast says why', async () => {
  const said: string[] = [];
  const stop = subscribeToToasts(({ text }) => said.push(text));
  const { user, server, expectStreets } = await openAddresses(ashasHome);
  server.deleteAddress = () => refusal({} as never);
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
    session: asha,
    addresses: [{ id: 'home', ...ashasHome }],
    calls: { listAddresses: () => refusal({} as never) },
  });
  await screen.findByText('Your addresses could not be loaded.');
  page.server.listAddresses = async () => ok({ addresses: [{ id: 'home', ...ashasHome }] });
  await pressed(page.user, 'Try again');
  expect(await screen.findByText('12/4, Loom Street')).toBeDefined();
});
