import {
  type Address,
  type AddressErrors,
  type AddressFields,
  addressSchema,
  err,
  ok,
  type Result,
  sampleAddress,
  validateAddress,
} from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import * as v from 'valibot';
import { action, sharedValue } from '../shared.ts';
import { readableList } from '../storage/readable-list.ts';
import { shopperValueAtom } from '../storage/shopper-value.ts';
import { requireLoginAtom, sessionAtom, shopperKey } from './session.ts';

/** Null until the shopper changes an address: a deleted sample does not come back. */
const storedAtom = shopperValueAtom<readonly Address[] | null>({
  name: 'addresses',
  version: 1,
  schema: v.nullable(readableList(addressSchema)),
  empty: null,
});

/** Changes this shopper's addresses, starting from the sample where none was ever changed. */
const changeAddressesAtom = atom(
  null,
  (get, set, change: (before: readonly Address[]) => readonly Address[]): void => {
    const session = get(sessionAtom);
    if (!session) return;
    set(storedAtom, (stored) => change(stored ?? [sampleAddress(session.user)]));
  },
);

/** The shopper's addresses, oldest first; empty when logged out. Written by the three actions below. */
export const addressesAtom: Atom<readonly Address[]> = sharedValue(
  'addressesAtom',
  ['browser'],
  atom((get) => {
    const session = get(sessionAtom);
    if (!session) return [];
    return get(storedAtom) ?? [sampleAddress(session.user)];
  }),
);

/** Stores a new address under a new id; or returns what to correct. Logged out: goes to login. */
export const addAddressAtom = action(
  'addAddressAtom',
  [addressesAtom],
  (_get, set, fields: AddressFields): Result<Address, AddressErrors> => {
    if (!set(requireLoginAtom)) return err({});
    const valid = validateAddress(fields);
    if (!valid.ok) return valid;
    const address: Address = { id: crypto.randomUUID(), ...valid.value };
    set(changeAddressesAtom, (before) => [...before, address]);
    return ok(address);
  },
);

interface AddressUpdate {
  readonly id: string;
  readonly fields: AddressFields;
}

/**
 * Changes an address in its position; or returns what to correct. One that another tab deleted
 * meanwhile is stored again: the shopper who saves it wants it.
 */
export const updateAddressAtom = action(
  'updateAddressAtom',
  [addressesAtom],
  (_get, set, { id, fields }: AddressUpdate): Result<Address, AddressErrors> => {
    if (!set(requireLoginAtom)) return err({});
    const valid = validateAddress(fields);
    if (!valid.ok) return valid;
    const address: Address = { id, ...valid.value };
    set(changeAddressesAtom, (before) =>
      before.some((each) => each.id === id)
        ? before.map((each) => (each.id === id ? address : each))
        : [...before, address],
    );
    return ok(address);
  },
);

const selectionAtom = atom<{ readonly id: string; readonly shopper: string } | null>(null);

/** The address of this tab's order. Null until the shopper chooses one. */
export const selectedAddressAtom: Atom<Address | null> = sharedValue(
  'selectedAddressAtom',
  [addressesAtom],
  atom((get) => {
    const session = get(sessionAtom);
    const selection = get(selectionAtom);
    if (!session || selection?.shopper !== shopperKey(session)) return null;
    return get(addressesAtom).find(({ id }) => id === selection.id) ?? null;
  }),
);

/** Deletes an address and its selection. An unknown id: nothing. */
export const deleteAddressAtom = action(
  'deleteAddressAtom',
  [addressesAtom, selectedAddressAtom],
  (get, set, id: string): void => {
    if (get(selectionAtom)?.id === id) set(selectionAtom, null);
    if (!get(addressesAtom).some((address) => address.id === id)) return;
    set(changeAddressesAtom, (before) => before.filter((address) => address.id !== id));
  },
);

/** Selects an address, or none, until logout. The selection survives an expired session. */
export const selectAddressAtom = action(
  'selectAddressAtom',
  [selectedAddressAtom],
  (get, set, id: string | null): void => {
    const session = get(sessionAtom);
    set(selectionAtom, id === null || !session ? null : { id, shopper: shopperKey(session) });
  },
);
