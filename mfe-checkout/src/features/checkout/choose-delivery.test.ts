import { anAddress } from '@patchwork/testing/samples';
import { expect, test } from 'vitest';
import { chooseDelivery } from './choose-delivery.ts';

test('the selected address is where the order goes', () => {
  expect(chooseDelivery([anAddress], 'home')).toEqual({ ok: true, value: anAddress });
});

test('no selection, or one that was deleted, is a warning', () => {
  const warning = { ok: false, error: 'Please select adress!' };
  expect(chooseDelivery([anAddress], undefined)).toEqual(warning);
  expect(chooseDelivery([], 'home')).toEqual(warning);
});
