import { byFinger, byMouse, logIn, openPage, subscribeToToasts } from '@patchwork/kit/testing';
import { anAddress, ashasHome } from '@patchwork/kit/testing/samples';
import { addressesAtom, changeAddressesAtom } from '@patchwork/shop';
import { type AddressFields, MAX_LENGTH } from '@patchwork/shop/domain';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Profile } from './Profile.tsx';

const labels: Record<keyof AddressFields, string> = {
  name: 'Name',
  houseNumber: 'House number',
  street: 'Street',
  city: 'City',
  state: 'State',
  pinCode: 'PIN code',
  mobile: 'Mobile number',
};

const names = Object.keys(labels) as (keyof AddressFields)[];

/** Asha's address book. Some tests let its calls fail. */
const addressBook = { at: '/profile?tab=ADDRESSES', isLoggedIn: true, mayBeRefused: true };

/** Opens Asha's address book, with her home and an address in each of the other streets. */
async function openAddresses(...others: string[]) {
  const addresses = ['Loom Street', ...others].map((street, index) => ({
    ...{ id: `address-${index}`, ...ashasHome },
    street,
  }));
  const page = await openPage(Profile, { ...addressBook, addresses });
  await screen.findAllByRole('button', { name: /^Edit/ });
  const streets = () => page.store.get(addressesAtom).items.map(({ street }) => street);
  return {
    ...page,
    expectStreets: (...all: string[]) => waitFor(() => expect(streets()).toEqual(all)),
  };
}

const press = (name: string | RegExp) => screen.getByRole('button', { name });
const pressed = (name: string | RegExp) => userEvent.click(press(name));
const field = (name: keyof AddressFields) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: labels[name] });
async function fill(fields: Partial<AddressFields>) {
  for (const [name, text] of Object.entries(fields)) {
    const input = field(name as keyof AddressFields);
    await userEvent.clear(input);
    await userEvent.type(input, text);
  }
}
const saidAbout = (name: keyof AddressFields) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;

const announced = () => screen.getByRole('status').textContent;

test('browsers can autofill the form, and phones show a keypad for numbers', async () => {
  await openAddresses();
  await pressed('Add New Address');
  expect(names.map((name) => field(name).autocomplete)).toEqual([
    'name',
    'address-line1',
    'address-line2',
    'address-level2',
    'address-level1',
    'postal-code',
    'tel-national',
  ]);
  expect(field('pinCode').inputMode).toBe('numeric');
  expect(field('mobile').inputMode).toBe('tel');
  expect(names.every((name) => field(name).maxLength === MAX_LENGTH[name])).toBe(true);
  expect(names.every((name) => field(name).required)).toBe(true);
});

test('each of the seven fields is required, and input is kept', async () => {
  const { expectStreets } = await openAddresses();
  await pressed('Add New Address');
  await fill({ city: 'Kochi', pinCode: '68200', mobile: '98765 4321' });
  await pressed('Save');
  expect(names.map(saidAbout)).toEqual([
    'Please enter the name.',
    'Please enter the house number.',
    'Please enter the street.',
    undefined,
    'Please enter the state.',
    'Please enter the PIN code: six digits, the first not 0.',
    'Please enter the mobile number: ten digits.',
  ]);
  expect(field('pinCode').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('name'));
  expect(field('pinCode').value).toBe('68200');
  expect(field('city').value).toBe('Kochi');
  await expectStreets('Loom Street');
  await fill({ name: 'A' });
  expect(saidAbout('name')).toBeUndefined();
});

test('a new address is added once even if submitted twice, and its Edit button gets the focus', async () => {
  const { expectStreets } = await openAddresses();
  await pressed('Add New Address');
  expect(document.activeElement).toBe(field('name'));
  await fill({ ...ashasHome, street: 'Dyers Lane' });
  const form = screen.getByRole('form', { name: 'New address' });
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  await expectStreets('Loom Street', 'Dyers Lane');
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Dyers Lane/)));
  expect(announced()).toBe('Address added.');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a PIN code and a mobile number may be typed in groups and with a prefix', async () => {
  const { store } = await openAddresses();
  await pressed('Add New Address');
  await fill({ ...ashasHome, pinCode: '560 038', mobile: '+91 98765-43210' });
  await pressed('Save');
  await waitFor(() =>
    expect(store.get(addressesAtom).items[1]).toMatchObject({
      pinCode: '560038',
      mobile: '9876543210',
    }),
  );
});

test('an address is edited in its own card', async () => {
  const { expectStreets } = await openAddresses('Dyers Lane');
  await pressed(/^Edit.*Loom Street/);
  expect(screen.getByRole('form', { name: 'Edit address' })).toBeDefined();
  expect(document.activeElement).toBe(field('name'));
  expect(field('pinCode').value).toBe('682001');
  await fill({ street: 'Spinners Row' });
  await userEvent.keyboard('{Enter}');
  await expectStreets('Spinners Row', 'Dyers Lane');
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Spinners Row/)));
});

test.each([
  ['adds nothing', 'Add New Address'],
  ['leaves an address as it was', /^Edit.*Loom Street/],
])('Cancel %s and restores the focus', async (_, opener) => {
  const { expectStreets } = await openAddresses();
  await pressed(opener);
  await fill({ street: 'Spinners Row' });
  await pressed('Cancel');
  await expectStreets('Loom Street');
  await waitFor(() => expect(document.activeElement).toBe(press(opener)));
  await pressed(opener);
  expect(screen.queryByDisplayValue('Spinners Row')).toBeNull();
});

test('after Delete the focus goes to the next card, then the one before, then to Add', async () => {
  const { expectStreets } = await openAddresses('Dyers Lane', 'Spinners Row');
  const pause = () => new Promise((resolve) => setTimeout(resolve, 510));
  await pressed(/^Delete.*Dyers Lane/);
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Spinners Row/)));
  await pause();
  await pressed(/^Delete.*Spinners Row/);
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Loom Street/)));
  await pause();
  await pressed(/^Delete/);
  await waitFor(() => expect(document.activeElement).toBe(press('Add New Address')));
  await screen.findByText('You have no addresses yet.');
  await expectStreets();
});

test.each([
  ['mouse', byMouse],
  ['finger', byFinger],
  ['key', (at: number) => Object.defineProperty(byMouse(0), 'timeStamp', { value: at })],
])(
  'Delete pressed twice by %s deletes one address, not also the one that moves into its place',
  async (_, by) => {
    const { expectStreets } = await openAddresses('Dyers Lane');
    fireEvent(press(/^Delete.*Loom Street/), by(1));
    await waitFor(() => expect(screen.queryByText(/Loom Street/)).toBeNull());
    fireEvent(press(/^Delete.*Dyers Lane/), by(2));
    await expectStreets('Dyers Lane');
  },
);

test('an address that another tab deletes while it is edited here can still be saved', async () => {
  const { store, expectStreets } = await openAddresses();
  await pressed(/^Edit/);
  await fill({ street: 'Spinners Row' });
  const id = store.get(addressesAtom).items[0]?.id ?? '';
  await act(() => store.set(changeAddressesAtom, { type: 'delete', id }));
  expect(field('street').value).toBe('Spinners Row');
  await pressed('Save');
  await expectStreets('Spinners Row');
});

test('a change from another tab appears immediately', async () => {
  const { store } = await openAddresses();
  const id = store.get(addressesAtom).items[0]?.id ?? '';
  await act(() =>
    store.set(changeAddressesAtom, {
      type: 'update',
      address: { id, ...ashasHome, city: 'Thrissur' },
    }),
  );
  expect(await screen.findByText('Thrissur, Kerala 682001')).toBeDefined();
  expect(screen.getByRole('listitem').textContent).toMatch(/^Asha Rao12\/4, Loom Street/);
});

/** Opens Asha's one address. Calls of this name are not answered until the test calls `release`. */
async function openWithHeld(name: 'updateAddress' | 'deleteAddress') {
  const page = await openAddresses();
  const letGo = page.mock.hold(name);
  const release = () =>
    act(async () => {
      letGo();
      await page.mock.idle();
    });
  return {
    ...page,
    calls: () => page.mock.calls.filter((call) => call.name === name).length,
    release,
  };
}

test('a deleted address can be brought back until the page is left, with the focus on its card', async () => {
  const { expectStreets, mock } = await openAddresses('Dyers Lane');
  await pressed(/^Delete.*Loom Street/);
  await screen.findByText(/^The address of .* is deleted\.$/);
  await expectStreets('Dyers Lane');
  mock.fail({ addAddress: 500 });
  await pressed('Undo');
  await waitFor(() =>
    expect(mock.calls.filter(({ name }) => name === 'addAddress')).toHaveLength(1),
  );
  await expectStreets('Dyers Lane');
  mock.fail({});
  await waitFor(() => expect(press('Undo').getAttribute('aria-busy')).toBe('false'));
  await pressed('Undo');
  await expectStreets('Dyers Lane', 'Loom Street');
  await waitFor(() => expect(document.activeElement).toBe(press(/^Edit.*Loom Street/)));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('while an address is being saved, the form says so, and Save, Cancel and the fields are disabled', async () => {
  const { calls, release } = await openWithHeld('updateAddress');
  await pressed(/^Edit/);
  await fill({ street: 'Dyers Lane' });
  await pressed('Save');
  expect(screen.getByText('Saving…')).toBeDefined();
  expect(announced()).toBe('Saving the address…');
  expect(document.activeElement).toBe(press('Save'));
  await pressed('Save');
  await pressed('Cancel');
  await userEvent.type(field('street'), ' 4');
  expect(field('street').value).toBe('Dyers Lane');
  await release();
  expect(await screen.findByText('12/4, Dyers Lane')).toBeDefined();
  expect(announced()).toBe('Address saved.');
  expect(screen.queryByText('Saving…')).toBeNull();
  expect(calls()).toBe(1);
});

test('while an address is being deleted, its card says so and can’t be edited', async () => {
  const { calls, release } = await openWithHeld('deleteAddress');
  await pressed(/^Delete/);
  expect(screen.getByText('Deleting…')).toBeDefined();
  expect(announced()).toBe('Deleting the address…');
  expect(document.activeElement).toBe(press(/^Delete/));
  await pressed(/^Delete/);
  await pressed(/^Edit/);
  expect(screen.queryByRole('form')).toBeNull();
  await release();
  expect(await screen.findByText('You have no addresses yet.')).toBeDefined();
  await waitFor(() => expect(announced()).toBe('Address deleted.'));
  expect(calls()).toBe(1);
});

test('a refused address can be corrected or cancelled again', async () => {
  const { mock } = await openAddresses();
  mock.fail({ updateAddress: 'network' });
  await pressed(/^Edit/);
  await pressed('Save');
  await screen.findByRole('alert');
  expect(screen.queryByText('Saving…')).toBeNull();
  expect(announced()).toBe('');
  await fill({ street: 'Dyers Lane' });
  expect(field('street').value).toBe('Dyers Lane');
  await pressed('Cancel');
  expect(await screen.findByText('12/4, Loom Street')).toBeDefined();
});

test('the focus does not move if the shopper has left the form while an address is being saved', async () => {
  const { release } = await openWithHeld('updateAddress');
  await pressed(/^Edit/);
  await pressed('Save');
  press('Add New Address').focus();
  await release();
  await waitFor(() => expect(announced()).toBe('Address saved.'));
  expect(document.activeElement).toBe(press('Add New Address'));
});

test('an address that could not be sent stays in its form, and is added once when sent again', async () => {
  const { expectStreets, mock } = await openAddresses();
  mock.fail({ addAddress: 'network' });
  await pressed('Add New Address');
  await fill({ ...ashasHome, street: 'Dyers Lane' });
  await pressed('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
  expect(field('street').value).toBe('Dyers Lane');
  mock.fail({});
  await pressed('Save');
  await expectStreets('Loom Street', 'Dyers Lane');
  const sent = mock.calls.filter(({ name }) => name === 'addAddress');
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});

test('an address whose deletion fails stays, and a toast gives the reason', async () => {
  const said: string[] = [];
  const stop = subscribeToToasts(({ text }) => said.push(text));
  const { mock, expectStreets } = await openAddresses();
  mock.fail({ deleteAddress: 'network' });
  await pressed(/^Delete/);
  await waitFor(() => expect(said).toContainEqual(expect.stringContaining('could not be reached')));
  await expectStreets('Loom Street');
  stop();
});

test('a deletion after the session has ended shows one message', async () => {
  const said: string[] = [];
  const stop = subscribeToToasts(({ text }) => said.push(text));
  const { mock } = await openAddresses();
  mock.fail({ deleteAddress: 401 });
  await pressed(/^Delete/);
  await act(mock.idle);
  expect(said).toEqual(['Please login to continue!']);
  stop();
});

test.each([
  ['new', 'Add New Address', 'addAddress', 'Save'],
  ['edited', /^Edit.*Loom Street/, 'updateAddress', 'Cancel'],
] as const)(
  'an address that is %s when the session ends is in its form after the login, until it is saved or cancelled',
  async (_, opener, call, end) => {
    const { mock, store, router } = await openAddresses();
    const open = async () => userEvent.click(await screen.findByRole('button', { name: opener }));
    mock.fail({ [call]: 401 });
    await open();
    await fill({ ...ashasHome, street: 'Dyers Lane' });
    await pressed('Save');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    mock.fail({});
    await act(() => logIn(store));
    await act(() => router.navigate(addressBook.at));
    await open();
    expect(field('street').value).toBe('Dyers Lane');
    expect(field('mobile').value).toBe(ashasHome.mobile);
    await pressed(end);
    await open();
    expect(field('street').value).not.toBe('Dyers Lane');
  },
);

test('loading the addresses can be retried after a failure', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const visit = { ...addressBook, isLoggedIn: false, addresses: [anAddress] };
  const { mock, store } = await openPage(Profile, visit);
  mock.fail({ listAddresses: 'network' });
  await act(() => logIn(store));
  await screen.findByText('Your addresses could not be loaded.');
  mock.fail({});
  await pressed('Try again');
  expect(await screen.findByText('12/4, Loom Street')).toBeDefined();
});
