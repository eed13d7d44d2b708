import type { Address, Session } from '@patchwork/domain';
import { ashasHome } from '@patchwork/domain/testing';
import {
  addressesAtom,
  addressesLoadAtom,
  selectAddressAtom,
  selectedAddressAtom,
} from '../atoms/addresses.ts';
import { changeSessionAtom } from '../atoms/session.ts';
import { meera, openShop, settle } from './fakes.ts';
import { createShopperApi } from './shopper-api.ts';

export const home: Address = { id: 'home', ...ashasHome };
export const work: Address = { ...home, id: 'work', houseNumber: '7', street: 'Dyers Lane' };

type Options = Parameters<typeof openShop>[0];

/** An address book on a page that shows it. */
export async function openBook(options: Options = {}) {
  const shop = openShop({ session: meera, ...options });
  const { store, auth } = shop;
  for (const shown of [addressesLoadAtom, addressesAtom, selectedAddressAtom]) {
    store.sub(shown, () => {});
  }
  await settle();
  return {
    ...shop,
    list: () => store.get(addressesAtom),
    ids: () => store.get(addressesAtom).map(({ id }) => id),
    selected: () => store.get(selectedAddressAtom)?.id ?? null,
    select: (id: string | null) => store.set(selectAddressAtom, id),
    expire: () => auth.onUnauthorized(),
    enter: (next: Session | null) => store.set(changeSessionAtom, next),
  };
}

/** A book whose API works, with `home` and `work` in it. */
export const openTwo = () => openBook({ calls: createShopperApi({ addresses: [home, work] }) });
