import { action, addressesAtom, sharedValue, storedValueAtom } from '@patchwork/shop';
import type { Address } from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';

const idAtom = storedValueAtom<string | null>({
  name: 'selected-address',
  scope: 'tab',
  version: 1,
  parse: String,
  empty: null,
});

/** Delivery address of this tab's order; null until the shopper has chosen it and the addresses are loaded. */
export const selectedAddressAtom: Atom<Address | null> = sharedValue(
  'selectedAddressAtom',
  [addressesAtom],
  atom((get) => {
    const id = get(idAtom);
    return get(addressesAtom).items.find((address) => address.id === id) ?? null;
  }),
);

/** Selects the address with this id; null selects none. The selection survives an expired session, but not a logout. */
export const selectAddressAtom = action(
  'selectAddressAtom',
  [selectedAddressAtom],
  (_get, set, id: string | null): void => set(idAtom, id),
);
