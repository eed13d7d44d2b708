import { badField } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import type { WireAddress } from '@patchwork/api/wire';
import { err, MAX_ADDRESSES, MAX_LENGTH, ok } from '@patchwork/domain';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';
import type { Handlers } from './handler.ts';

function save(data: Data, user: UserRow, addresses: WireAddress[]) {
  if (addresses.length > MAX_ADDRESSES) return err(refusals.tooManyAddresses);
  data.saveUser({ ...user, addresses });
  return ok({ addresses });
}

export const addressHandlers = {
  listAddresses: ({ user }) => ok({ addresses: user.addresses }),

  addAddress: ({ body: { address }, user, data }) =>
    user.addresses.some(({ _id }) => _id === address._id)
      ? ok({ addresses: user.addresses })
      : save(data, user, [...user.addresses, address]),

  updateAddress: ({ params, body, user, data }) => {
    // The id of the path, which no schema checks.
    if (params.addressId.length > MAX_LENGTH.id) {
      return err(badField('_id', `must have at most ${MAX_LENGTH.id} characters`));
    }
    const changed = { ...body.address, _id: params.addressId };
    const isKnown = user.addresses.some(({ _id }) => _id === changed._id);
    const addresses = isKnown
      ? user.addresses.map((address) => (address._id === changed._id ? changed : address))
      : [...user.addresses, changed];
    return save(data, user, addresses);
  },

  deleteAddress: ({ params, user, data }) => {
    const addresses = user.addresses.filter(({ _id }) => _id !== params.addressId);
    return save(data, user, addresses);
  },
} satisfies Partial<Handlers>;
