import { type Address, mapResult, ok, type Result } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { type Load, serverData } from '../server-data.ts';
import { connectionAtom } from '../services.ts';
import { action, sharedValue } from '../shared.ts';

const loadAtom = serverData<readonly Address[]>(() => ({
  key: ['addresses'],
  scope: 'shopper',
  load: async (api, options) =>
    mapResult(await api.listAddresses({}, options), ({ addresses }) => addresses),
}));

/** `items` is empty, and `data` undefined, until they are loaded. */
type AddressBook = Load<readonly Address[]> & { readonly items: readonly Address[] };

/** The shopper's addresses, oldest first, and how far they are loaded. Written by the API and changeAddressesAtom only. */
export const addressesAtom: Atom<AddressBook> = sharedValue(
  'addressesAtom',
  ['api'],
  atom((get) => {
    const load = get(loadAtom);
    return { ...load, items: load.data ?? [] };
  }),
);

type AddressChange =
  /** Under the id that its client gave it: sent twice, it is there once. */
  | { readonly type: 'add'; readonly address: Address }
  /** In its position. One that another tab or device deleted meanwhile is stored again. */
  | { readonly type: 'update'; readonly address: Address }
  /** An unknown id: nothing changes. */
  | { readonly type: 'delete'; readonly id: string };

/** Changes the addresses once the API has; or gives the sentence to show. Logged out: goes to login. */
export const changeAddressesAtom = action(
  'changeAddressesAtom',
  [addressesAtom],
  async (get, set, change: AddressChange): Promise<Result<void, string>> => {
    const answer = await get(connectionAtom).callApi((api) => {
      if (change.type === 'delete') return api.deleteAddress({ addressId: change.id });
      const { address } = change;
      const body = { address };
      return change.type === 'add'
        ? api.addAddress({ body })
        : api.updateAddress({ addressId: address.id, body });
    });
    if (!answer.ok) return answer;
    await set(loadAtom, () => answer.value.addresses);
    return ok(undefined);
  },
);
