import { expect, test } from 'vitest';
import { takeOverAddresses } from './hand-over.ts';
import { sampleAddress } from './sample-address.ts';
import { anAddress } from './testing.ts';

const sample = sampleAddress({ name: 'Meera Das', email: 'meera@example.in' });
const changed = { ...sample, city: 'Mysuru' };
const office = { ...anAddress, id: 'office' };

test('addresses with other ids follow the stored ones', () => {
  expect(takeOverAddresses([anAddress], [office], sample)).toEqual([anAddress, office]);
});

test('a stored address is kept as it is', () => {
  const other = { ...anAddress, city: 'Thrissur' };
  expect(takeOverAddresses([anAddress], [other], sample)).toEqual([anAddress]);
});

test('an untouched sample gives way to what the browser made of it', () => {
  expect(takeOverAddresses([sample, office], [changed], sample)).toEqual([changed, office]);
  expect(takeOverAddresses([sample, office], [], sample)).toEqual([office]);
});

test('a changed sample stays, whatever another browser hands over', () => {
  expect(takeOverAddresses([changed], [sample], sample)).toEqual([changed]);
  expect(takeOverAddresses([changed], [], sample)).toEqual([changed]);
});

test('handing over again changes nothing', () => {
  const handedOver = [changed, anAddress, office];
  const once = takeOverAddresses([sample, office], handedOver, sample);
  expect(takeOverAddresses(once, handedOver, sample)).toEqual(once);
});
