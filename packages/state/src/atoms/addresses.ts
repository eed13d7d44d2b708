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

/** The addresses and the state of their load: `items` is empty, and `data` undefined, until they are loaded. */
type AddressBook = Load<readonly Address[]> & { readonly items: readonly Address[] };

/**
 * The shopper's addresses, oldest first, and the state of their load. Written by the API and changeAddressesAtom
 * only.
 */
export const addressesAtom: Atom<AddressBook> = sharedValue(
  'addressesAtom',
  ['api'],
  atom((get) => {
    const load = get(loadAtom);
    return { ...load, items: load.data ?? [] };
  }),
);

type AddressChange =
  /** Adds an address under the id that its client gave it: sent twice, it is stored once. */
  | { readonly type: 'add'; readonly address: Address }
  /** Replaces an address in its position. An address that another tab or device deleted meanwhile is stored again. */
  | { readonly type: 'update'; readonly address: Address }
  /** Deletes an address. An unknown id changes nothing. */
  | { readonly type: 'delete'; readonly id: string };

/**
 * Changes the addresses once the API has changed them, or returns the message to show. Without a login it leads to
 * the login page.
 */
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
