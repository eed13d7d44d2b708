import type { Address, Session } from '@patchwork/domain';
import { ashasHome } from '@patchwork/domain/testing';
import { createTestMock } from '@patchwork/mock-server/testing';
import { addressesAtom } from '../atoms/addresses.ts';
import { changeSessionAtom } from '../atoms/session.ts';
import { callsOf, meera, openShop, settle } from './fakes.ts';

export const home: Address = { id: 'home', ...ashasHome };
export const work: Address = { ...home, id: 'work', houseNumber: '7', street: 'Dyers Lane' };

type Options = Parameters<typeof openShop>[0];

/** An address book on a page that shows it. */
export async function openBook(options: Options = {}) {
  const shop = openShop({ session: meera, ...options });
  const { store } = shop;
  store.sub(addressesAtom, () => {});
  await settle();
  return {
    ...shop,
    list: () => store.get(addressesAtom).items,
    ids: () => store.get(addressesAtom).items.map(({ id }) => id),
    enter: (next: Session | null) => store.set(changeSessionAtom, next),
  };
}

/** A book whose API works, with `home` and `work` in it. */
export async function openTwo() {
  const mock = createTestMock({ addresses: [home, work] });
  const book = await openBook({ calls: await callsOf(mock) });
  await settle(mock);
  return book;
}
