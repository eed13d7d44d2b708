import { ashasHome } from '@patchwork/testing/samples';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAddresses } from './address-book-support.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** Asha's one address, on a page whose calls of this name do not answer before the test lets them. */
async function openWithHeld(name: 'updateAddress' | 'deleteAddress') {
  const page = await openAddresses(ashasHome);
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

const press = (name: string | RegExp) => screen.getByRole('button', { name });
const street = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Street' });
const announced = () => screen.getByRole('status').textContent;

test('while an address is saved the form says so, and Save, Cancel and the fields wait', async () => {
  const { user, calls, release } = await openWithHeld('updateAddress');
  await user.click(press(/^Edit/));
  await user.clear(street());
  await user.type(street(), 'Dyers Lane');
  await user.click(press('Save'));
  expect(screen.getByText('Saving…')).toBeDefined();
  expect(announced()).toBe('Saving the address…');
  expect(document.activeElement).toBe(press('Save'));
  await user.click(press('Save'));
  await user.click(press('Cancel'));
  await user.type(street(), ' 4');
  expect(street().value).toBe('Dyers Lane');
  await release();
  expect(await screen.findByText('12/4, Dyers Lane')).toBeDefined();
  expect(announced()).toBe('Address saved.');
  expect(screen.queryByText('Saving…')).toBeNull();
  expect(calls()).toBe(1);
});

test('while an address is deleted its card says so, and can’t be edited', async () => {
  const { user, calls, release } = await openWithHeld('deleteAddress');
  await user.click(press(/^Delete/));
  expect(screen.getByText('Deleting…')).toBeDefined();
  expect(announced()).toBe('Deleting the address…');
  expect(document.activeElement).toBe(press(/^Delete/));
  await user.click(press(/^Delete/));
  await user.click(press(/^Edit/));
  expect(screen.queryByRole('form')).toBeNull();
  await release();
  expect(await screen.findByText('You have no addresses yet.')).toBeDefined();
  await waitFor(() => expect(announced()).toBe('Address deleted.'));
  expect(calls()).toBe(1);
});

test('an address that is refused can be corrected and cancelled again', async () => {
  const { user, mock } = await openAddresses(ashasHome);
  mock.fail({ updateAddress: 'network' });
  await user.click(press(/^Edit/));
  await user.click(press('Save'));
  await screen.findByRole('alert');
  expect(screen.queryByText('Saving…')).toBeNull();
  expect(announced()).toBe('');
  await user.clear(street());
  await user.type(street(), 'Dyers Lane');
  expect(street().value).toBe('Dyers Lane');
  await user.click(press('Cancel'));
  expect(await screen.findByText('12/4, Loom Street')).toBeDefined();
});

test('a shopper who goes on while an address is saved keeps the focus', async () => {
  const { user, release } = await openWithHeld('updateAddress');
  await user.click(press(/^Edit/));
  await user.click(press('Save'));
  press('Add New Address').focus();
  await release();
  await waitFor(() => expect(announced()).toBe('Address saved.'));
  expect(document.activeElement).toBe(press('Add New Address'));
});
