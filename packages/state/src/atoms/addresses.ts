import { type Api, type ApiError, describeError } from '@patchwork/api';
import { type Address, err, mapResult, ok, type Result } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import type { Load } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import { action, sharedValue } from '../shared.ts';
import { erasuresAtom } from '../storage/written-values.ts';
import { requireLoginAtom, sessionAtom, shopperKey } from './session.ts';
import { shopperData } from './shopper-data.ts';

const data = shopperData<Address>('addresses', async (api, options) =>
  mapResult(await api.listAddresses({}, options), ({ addresses }) => ({ entries: addresses })),
);

/** The shopper's addresses, oldest first; empty when logged out. Written by the three actions below. */
export const addressesAtom: Atom<readonly Address[]> = sharedValue(
  'addressesAtom',
  ['api'],
  data.listAtom,
);

/** How far they are loaded, with `refetch` for 'Try again'. Pending while logged out. */
export const addressesLoadAtom: Atom<Load<readonly Address[]>> = sharedValue(
  'addressesLoadAtom',
  [addressesAtom, 'api'],
  data.loadAtom,
);

/** What the API answers to a change: all addresses. Shown unless the shopper has logged out meanwhile. */
type Answer = Result<{ readonly addresses: readonly Address[] }, ApiError>;

/** Sends a change and shows its answer; or gives the sentence to show. Logged out: goes to login. */
const sendAtom = atom(
  null,
  async (get, set, change: (api: Api) => Promise<Answer>): Promise<Result<void, string>> => {
    if (!set(requireLoginAtom)) return err('Please login to continue!');
    const session = get(sessionAtom);
    const answer = await change(get(servicesAtom).api);
    if (!answer.ok) return err(describeError(answer.error));
    if (get(sessionAtom) === session) await set(data.writeAtom, () => answer.value.addresses);
    return ok(undefined);
  },
);

/** Adds an address under the id that its client gave it: sent twice, it is there once. */
export const addAddressAtom = action(
  'addAddressAtom',
  [addressesAtom],
  (_get, set, address: Address): Promise<Result<void, string>> =>
    set(sendAtom, (api) => api.addAddress({ body: { address } })),
);

/**
 * Changes an address in its position. One that another tab or device deleted meanwhile is stored again:
 * the shopper who saves it wants it.
 */
export const updateAddressAtom = action(
  'updateAddressAtom',
  [addressesAtom],
  (_get, set, address: Address): Promise<Result<void, string>> =>
    set(sendAtom, (api) => api.updateAddress({ addressId: address.id, body: { address } })),
);

interface Selection {
  readonly id: string;
  readonly shopper: string;
  /** See `erasuresAtom`: logging out ends the selection. */
  readonly erasures: number;
}

const selectionAtom = atom<Selection | null>(null);

/** The address of this tab's order. Null until the shopper chooses one. */
export const selectedAddressAtom: Atom<Address | null> = sharedValue(
  'selectedAddressAtom',
  [addressesAtom],
  atom((get) => {
    const session = get(sessionAtom);
    const selection = get(selectionAtom);
    if (!session || selection?.shopper !== shopperKey(session)) return null;
    if (selection.erasures !== get(erasuresAtom)) return null;
    return get(addressesAtom).find(({ id }) => id === selection.id) ?? null;
  }),
);

/** Deletes an address and its selection. An unknown id: nothing changes. */
export const deleteAddressAtom = action(
  'deleteAddressAtom',
  [addressesAtom, selectedAddressAtom],
  async (get, set, id: string): Promise<Result<void, string>> => {
    const deleted = await set(sendAtom, (api) => api.deleteAddress({ addressId: id }));
    if (deleted.ok && get(selectionAtom)?.id === id) set(selectionAtom, null);
    return deleted;
  },
);

/** Selects an address, or none, until logout. The selection survives an expired session. */
export const selectAddressAtom = action(
  'selectAddressAtom',
  [selectedAddressAtom],
  (get, set, id: string | null): void => {
    const session = get(sessionAtom);
    const isNone = id === null || !session;
    const erasures = get(erasuresAtom);
    set(selectionAtom, isNone ? null : { id, shopper: shopperKey(session), erasures });
  },
);
