import { expect, test } from 'vitest';
import { takeOverAddresses } from './hand-over.ts';
import { MAX_ADDRESSES } from './limits.ts';
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

test('what further browsers made of the sample is kept as addresses of their own', () => {
  const [second, third] = [
    { ...sample, city: 'Thrissur' },
    { ...sample, city: 'Madurai' },
  ];
  const two = takeOverAddresses([changed], [second], sample);
  expect(two).toEqual([changed, { ...second, id: 'sample-2' }]);
  const three = takeOverAddresses(two, [third], sample);
  expect(three).toEqual([...two, { ...third, id: 'sample-3' }]);
  expect(takeOverAddresses(three, [second], sample)).toEqual(three);
});

test('a sample that was deleted stays deleted, unless a browser had changed it', () => {
  expect(takeOverAddresses([office], [sample], sample)).toEqual([office]);
  expect(takeOverAddresses([office], [changed], sample)).toEqual([office, changed]);
});

test('of several addresses with one id the last counts', () => {
  const other = { ...office, city: 'Thrissur' };
  expect(takeOverAddresses([], [office, anAddress, other], sample)).toEqual([other, anAddress]);
});

test.each([0, 49, 50, 51])('beside %i stored addresses the newest that fit are taken', (count) => {
  const list = (name: string, length: number) =>
    Array.from({ length }, (_, index) => ({ ...anAddress, id: `${name}-${index}` }));
  const stored = list('stored', count);
  const handedOver = list('browser', MAX_ADDRESSES + 10);
  const room = Math.max(0, MAX_ADDRESSES - count);
  const newest = handedOver.slice(handedOver.length - room);
  const taken = takeOverAddresses(stored, handedOver, sample);
  expect(taken).toEqual([...stored, ...newest]);
  expect(takeOverAddresses(taken, handedOver, sample)).toEqual(taken);
});

test('handing over again changes nothing', () => {
  const handedOver = [changed, anAddress, office];
  const once = takeOverAddresses([sample, office], handedOver, sample);
  expect(takeOverAddresses(once, handedOver, sample)).toEqual(once);
});
