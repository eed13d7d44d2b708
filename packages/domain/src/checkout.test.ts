import { expect, test } from 'vitest';
import type { Address } from './address.ts';
import { chooseDelivery } from './checkout.ts';

const home: Address = {
  id: 'home',
  name: 'Meera Nair',
  houseNumber: '12/4',
  street: 'Loom Street',
  city: 'Kochi',
  state: 'Kerala',
  pinCode: '682001',
  mobile: '9876543210',
};

test('the selected address is where the order goes', () => {
  expect(chooseDelivery([home], 'home')).toEqual({ ok: true, value: home });
});

test('no selection, or one that was deleted, is a warning', () => {
  const warning = { ok: false, error: 'Please select adress!' };
  expect(chooseDelivery([home], undefined)).toEqual(warning);
  expect(chooseDelivery([], 'home')).toEqual(warning);
});
