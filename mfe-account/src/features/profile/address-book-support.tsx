import { addressesAtom } from '@patchwork/shop';
import type { AddressFields } from '@patchwork/shop/domain';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { Profile } from './Profile.tsx';

export const labels: Record<keyof AddressFields, string> = {
  name: 'Name',
  houseNumber: 'House number',
  street: 'Street',
  city: 'City',
  state: 'State',
  pinCode: 'PIN code',
  mobile: 'Mobile number',
};

export async function openAddresses(...stored: AddressFields[]) {
  const addresses = stored.map((fields, index) => ({ id: `address-${index}`, ...fields }));
  const page = await openPage({
    path: '/profile',
    search: '?tab=ADDRESSES',
    Component: Profile,
    isLoggedIn: true,
    addresses,
  });
  if (stored.length > 0) await screen.findAllByRole('button', { name: /^Edit/ });
  else await screen.findByText('You have no addresses yet.');
  const streets = () => page.store.get(addressesAtom).items.map(({ street }) => street);
  return {
    ...page,
    expectStreets: (...all: string[]) => waitFor(() => expect(streets()).toEqual(all)),
  };
}

export const press = (name: string | RegExp) => screen.getByRole('button', { name });
export const pressed = async (user: UserEvent, name: string | RegExp) => user.click(press(name));
export const field = (name: keyof AddressFields) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: labels[name] });
export async function fill(user: UserEvent, fields: Partial<AddressFields>) {
  for (const [name, text] of Object.entries(fields)) {
    const input = field(name as keyof AddressFields);
    await user.clear(input);
    await user.type(input, text);
  }
}
export const saidAbout = (name: keyof AddressFields) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;
