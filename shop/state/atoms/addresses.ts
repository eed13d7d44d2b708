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

/** The addresses and their load state. Until they are loaded, `items` is empty and `data` undefined. */
type AddressBook = Load<readonly Address[]> & { readonly items: readonly Address[] };

/** The shopper's addresses, oldest first, and their load state. Written only by loads and by changeAddressesAtom. */
export const addressesAtom: Atom<AddressBook> = sharedValue(
  'addressesAtom',
  ['api'],
  atom((get) => {
    const load = get(loadAtom);
    return { ...load, items: load.data ?? [] };
  }),
);

type AddressChange =
  /** Adds an address. The client generates its id, so an address that is sent twice is stored once. */
  | { readonly type: 'add'; readonly address: Address }
  /**
   * Replaces an address in its position. An address that another tab or device has deleted meanwhile is stored again.
   */
  | { readonly type: 'update'; readonly address: Address }
  /** Deletes an address. An unknown id changes nothing. */
  | { readonly type: 'delete'; readonly id: string };

/**
 * Changes the addresses after the API has accepted the change; otherwise returns a message to show. Without a login,
 * navigates to the login page.
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
