import { anAddress } from '@patchwork/domain/testing';
import { expect, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { encodeAddress } from '../src/wire.ts';
import type { ApiUnderTest } from './under-test.ts';

const { _id: _, ...home } = encodeAddress(anAddress);
const anotherAddress = (street = home.street) => ({ ...home, _id: crypto.randomUUID(), street });

const sample = {
  _id: 'sample',
  name: 'Meera Das',
  houseNumber: '27, Second Floor',
  street: '19th Main Road, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560038',
  mobile: '9876543210',
};

export function addressesContract({ isMock, signUp }: ApiUnderTest): void {
  test('a new shopper has the sample address under their own name on the mock, and no address elsewhere', async () => {
    const { succeed } = await signUp();
    const { addresses } = await succeed('listAddresses');
    expect(addresses).toEqual(isMock ? [sample] : []);
  });

  test('an address is appended, changed in its position, and deleted', async () => {
    const { succeed } = await signUp();
    const [one, other] = [anotherAddress('Dyers Lane'), anotherAddress('Spinners Row')];
    await succeed('addAddress', { body: { address: one } });
    const added = await succeed('addAddress', { body: { address: other } });
    expect(added.addresses.slice(-2)).toEqual([one, other]);
    const changed = { ...one, city: 'Thrissur' };
    const params = { addressId: one._id };
    const after = await succeed('updateAddress', { params, body: { address: changed } });
    expect(after.addresses.slice(-2)).toEqual([changed, other]);
    expect(await succeed('listAddresses')).toEqual(after);
    const left = await succeed('deleteAddress', { params });
    expect(left.addresses).toEqual(after.addresses.filter(({ _id }) => _id !== one._id));
    expect(await succeed('listAddresses')).toEqual(left);
  });

  test('the last address can be deleted and does not reappear', async () => {
    const { succeed } = await signUp();
    const address = anotherAddress();
    await succeed('addAddress', { body: { address } });
    const { addresses } = await succeed('listAddresses');
    for (const { _id: addressId } of addresses) {
      await succeed('deleteAddress', { params: { addressId } });
    }
    expect(await succeed('listAddresses')).toEqual({ addresses: [] });
  });

  test('a repeated addition or deletion is safe', async () => {
    const { succeed } = await signUp();
    const address = anotherAddress();
    const once = await succeed('addAddress', { body: { address } });
    const again = { ...address, city: 'Thrissur' };
    expect(await succeed('addAddress', { body: { address: again } })).toEqual(once);
    const params = { addressId: address._id };
    const left = await succeed('deleteAddress', { params });
    expect(await succeed('deleteAddress', { params })).toEqual(left);
  });

  test('an address that was deleted meanwhile is stored again by a change', async () => {
    const { succeed } = await signUp();
    const address = anotherAddress();
    const params = { addressId: address._id };
    const { addresses } = await succeed('updateAddress', { params, body: { address } });
    expect(addresses.at(-1)).toEqual(address);
  });

  test('a change is stored under the id of the path, not that of the body', async () => {
    const { succeed } = await signUp();
    const address = anotherAddress('Dyers Lane');
    await succeed('addAddress', { body: { address } });
    const params = { addressId: address._id };
    const body = { address: anotherAddress('Spinners Row') };
    const { addresses } = await succeed('updateAddress', { params, body });
    expect(addresses.at(-1)).toEqual({ ...body.address, _id: address._id });
    expect(addresses.map(({ _id }) => _id)).not.toContain(body.address._id);
  });

  test('a PIN code and a mobile number are stored in one form, however they are typed', async () => {
    const { succeed } = await signUp();
    const address = { ...anotherAddress(), pinCode: '560 038', mobile: '+91 98765-43210' };
    const stored = { ...address, pinCode: '560038', mobile: '9876543210' };
    const added = await succeed('addAddress', { body: { address } });
    expect(added.addresses.at(-1)).toEqual(stored);
    const params = { addressId: address._id };
    const body = { address: { ...address, mobile: '09876543210' } };
    expect((await succeed('updateAddress', { params, body })).addresses.at(-1)).toEqual(stored);
  });

  test('fields are stored trimmed, and unknown ones are dropped', async () => {
    const { succeed } = await signUp();
    const address = anotherAddress();
    const sent = { ...address, city: ' Kochi ', isAdmin: true };
    const { addresses } = await succeed('addAddress', { body: { address: sent } });
    expect(addresses.at(-1)).toEqual({ ...address, city: 'Kochi' });
  });

  test.each([
    { name: ' ' },
    { pinCode: '68200' },
    { pinCode: '000000' },
    { mobile: '98765 4321' },
    { street: undefined },
    { _id: '' },
  ])('an address with %j is refused, naming the field, and changes nothing', async (fault) => {
    const { succeed, refusedFor } = await signUp();
    const field = `address.${Object.keys(fault)[0]}`;
    const before = await succeed('listAddresses');
    const body = { address: { ...anotherAddress(), ...fault } };
    await refusedFor('addAddress', { body }, field);
    const params = { addressId: crypto.randomUUID() };
    await refusedFor('updateAddress', { body, params }, field);
    expect(await succeed('listAddresses')).toEqual(before);
  });

  test('the fifty-first address is refused', async () => {
    const { succeed, refused } = await signUp();
    let { addresses } = await succeed('listAddresses');
    while (addresses.length < 50) {
      ({ addresses } = await succeed('addAddress', { body: { address: anotherAddress() } }));
    }
    await refused('addAddress', { body: { address: anotherAddress() } }, refusals.tooManyAddresses);
    expect(await succeed('listAddresses')).toEqual({ addresses });
  });

  test.each(['name', 'houseNumber', 'street', 'city', 'state', 'pinCode', 'mobile', '_id'])(
    'an address whose %s is too long is refused, and the field is named',
    async (field) => {
      const { refusedFor } = await signUp();
      const address = { ...anotherAddress(), [field]: 'x'.repeat(201) };
      await refusedFor('addAddress', { body: { address } }, `address.${field}`);
      if (field !== '_id') return;
      const params = { addressId: address._id };
      await refusedFor('updateAddress', { params, body: { address: anotherAddress() } }, field);
    },
  );
}
