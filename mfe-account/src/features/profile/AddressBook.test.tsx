import { addressesAtom, changeAddressesAtom } from '@patchwork/shop';
import { byFinger, byMouse } from '@patchwork/testing';
import { ashasHome } from '@patchwork/testing/samples';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  field,
  fill,
  labels,
  openAddresses,
  press,
  pressed,
  saidAbout,
} from './address-book-support.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('each address is there, with its Edit and Delete', async () => {
  await openAddresses(ashasHome);
  const [card] = screen.getAllByRole('listitem');
  expect(within(card as HTMLElement).getByText('Asha Rao')).toBeDefined();
  expect(press(/^Edit/)).toBeDefined();
  expect(press(/^Delete/)).toBeDefined();
});

test('a browser can fill the form in, and a phone shows digits for numbers', async () => {
  const { user } = await openAddresses(ashasHome);
  await pressed(user, 'Add New Address');
  expect(Object.keys(labels).map((name) => field(name as 'name').autocomplete)).toEqual([
    'name',
    'address-line1',
    'address-line2',
    'address-level2',
    'address-level1',
    'postal-code',
    'tel-national',
  ]);
  expect(field('pinCode').inputMode).toBe('numeric');
  expect(field('mobile').inputMode).toBe('numeric');
  expect(Object.keys(labels).every((name) => field(name as 'name').required)).toBe(true);
});

test('a new address is added, and its Edit button gets the focus', async () => {
  const { user, expectStreets } = await openAddresses(ashasHome);
  await pressed(user, 'Add New Address');
  expect(document.activeElement).toBe(field('name'));
  await fill(user, { ...ashasHome, street: 'Dyers Lane' });
  await user.keyboard('{Enter}');
  await expectStreets('Loom Street', 'Dyers Lane');
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Dyers Lane/)));
  expect(screen.getByRole('status').textContent).toBe('Address added.');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('each of the seven fields is required; what was typed stays', async () => {
  const { user, expectStreets } = await openAddresses(ashasHome);
  await pressed(user, 'Add New Address');
  await fill(user, { city: 'Kochi', pinCode: '68200', mobile: '98765 43210' });
  await pressed(user, 'Save');
  expect(saidAbout('name')).toBe('Please enter the name.');
  expect(saidAbout('houseNumber')).toBe('Please enter the house number.');
  expect(saidAbout('street')).toBe('Please enter the street.');
  expect(saidAbout('city')).toBeUndefined();
  expect(saidAbout('state')).toBe('Please enter the state.');
  expect(saidAbout('pinCode')).toBe('Please enter the PIN code: six digits.');
  expect(saidAbout('mobile')).toBe('Please enter the mobile number: ten digits.');
  expect(field('pinCode').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('name'));
  expect(field('pinCode').value).toBe('68200');
  expect(field('city').value).toBe('Kochi');
  await expectStreets('Loom Street');
  await fill(user, { name: 'A' });
  expect(saidAbout('name')).toBeUndefined();
});

test('submitted twice, an address is added once', async () => {
  const { user, expectStreets } = await openAddresses(ashasHome);
  await pressed(user, 'Add New Address');
  await fill(user, { ...ashasHome, street: 'Dyers Lane' });
  const form = screen.getByRole('form', { name: 'New address' });
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  await expectStreets('Loom Street', 'Dyers Lane');
});

test('Cancel adds nothing and restores the focus', async () => {
  const { user, expectStreets } = await openAddresses(ashasHome);
  await pressed(user, 'Add New Address');
  await fill(user, ashasHome);
  await pressed(user, 'Cancel');
  await expectStreets('Loom Street');
  await waitFor(() => expect(document.activeElement).toBe(press('Add New Address')));
});

test('an address is edited in its own card', async () => {
  const { user, expectStreets } = await openAddresses(ashasHome, {
    ...ashasHome,
    street: 'Dyers Lane',
  });
  await pressed(user, /^Edit.*Loom Street/);
  expect(screen.getByRole('form', { name: 'Edit address' })).toBeDefined();
  expect(document.activeElement).toBe(field('name'));
  expect(field('pinCode').value).toBe('682001');
  await fill(user, { street: 'Spinners Row' });
  await pressed(user, 'Save');
  await expectStreets('Spinners Row', 'Dyers Lane');
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Spinners Row/)));
});

test('Cancel leaves an address as it was', async () => {
  const { user, expectStreets } = await openAddresses(ashasHome);
  await pressed(user, /^Edit/);
  await fill(user, { street: 'Spinners Row' });
  await pressed(user, 'Cancel');
  await expectStreets('Loom Street');
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Loom Street/)));
  await pressed(user, /^Edit/);
  expect(field('street').value).toBe('Loom Street');
});

test('after Delete the focus goes to the next card, then the one before, then to Add', async () => {
  const { user, expectStreets } = await openAddresses(
    ashasHome,
    { ...ashasHome, street: 'Dyers Lane' },
    { ...ashasHome, street: 'Spinners Row' },
  );
  const pause = () => new Promise((resolve) => setTimeout(resolve, 510));
  await pressed(user, /^Delete.*Dyers Lane/);
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Spinners Row/)));
  await pause();
  await pressed(user, /^Delete.*Spinners Row/);
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Loom Street/)));
  await pause();
  await pressed(user, /^Delete/);
  await waitFor(() => expect(document.activeElement).toBe(press('Add New Address')));
  expect(screen.getByText('You have no addresses yet.')).toBeDefined();
  await expectStreets();
});

test.each([
  ['mouse', byMouse],
  ['finger', byFinger],
])(
  'Delete pressed twice by %s deletes one address, not the one that moves under it',
  async (_, by) => {
    const { expectStreets } = await openAddresses(ashasHome, {
      ...ashasHome,
      street: 'Dyers Lane',
    });
    fireEvent(press(/^Delete.*Loom Street/), by(1));
    await waitFor(() => expect(screen.queryByText(/Loom Street/)).toBeNull());
    fireEvent(press(/^Delete.*Dyers Lane/), by(2));
    await expectStreets('Dyers Lane');
  },
);

test('what is typed stays while the other tab is shown', async () => {
  const { user } = await openAddresses(ashasHome);
  await pressed(user, 'Add New Address');
  await fill(user, { street: 'Half a str' });
  await user.click(screen.getByRole('tab', { name: 'PROFILE' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'ADDRESSES' }));
  expect(field('street').value).toBe('Half a str');
});

test('an address that another tab deletes while it is edited here can still be saved', async () => {
  const { user, store, expectStreets } = await openAddresses(ashasHome);
  await pressed(user, /^Edit/);
  await fill(user, { street: 'Spinners Row' });
  const id = store.get(addressesAtom).items[0]?.id ?? '';
  await act(() => store.set(changeAddressesAtom, { type: 'delete', id }));
  expect(field('street').value).toBe('Spinners Row');
  await pressed(user, 'Save');
  await expectStreets('Spinners Row');
});

test('a change from another tab shows at once', async () => {
  const { store } = await openAddresses(ashasHome);
  const id = store.get(addressesAtom).items[0]?.id ?? '';
  await act(() =>
    store.set(changeAddressesAtom, {
      type: 'update',
      address: { id, ...ashasHome, city: 'Thrissur' },
    }),
  );
  expect(await screen.findByText('Thrissur, Kerala 682001')).toBeDefined();
});
