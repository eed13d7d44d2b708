/** Simulated shop in two tabs, with a server and a network. For tests only. */

import { createShopStore, queryClientOf, type Store, testPathTo } from '@patchwork/kit/testing';
import { cartAtom, changeSessionAtom, sessionAtom, wishlistAtom } from '@patchwork/shop';
import type { Atom } from 'jotai';
import { createBrowser } from './browser.ts';
import {
  createServer,
  type Quantities,
  refusedId,
  type ServerData,
  type ServerEvents,
} from './server.ts';

export const start: ServerData = {
  cart: new Map([
    ['shirt', 2],
    [refusedId, 2],
  ]),
  wishlist: new Map([['coat', 1]]),
};

export const lists = {
  cart: (store: Store): Quantities =>
    new Map(store.get(cartAtom).items.map(({ product, quantity }) => [product.id, quantity])),
  wishlist: (store: Store): Quantities =>
    new Map(store.get(wishlistAtom).items.map(({ id }) => [id, 1])),
};
export const listNames = ['cart', 'wishlist'] as const;

interface Pending {
  readonly productId: string;
  readonly sent: unknown;
}

/** Returns the unconfirmed changes of a list, as the browser stores them for all tabs. */
export function pendingOf(list: keyof ServerData): readonly Pending[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
  const key = keys.find((each) => each?.startsWith(`patchwork:${list}/`));
  return key ? JSON.parse(localStorage.getItem(key) ?? '').value.pending : [];
}

/** Runs everything that is ready to run. */
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

interface ShopOptions extends ServerEvents {
  readonly data: ServerData;
  /** Atoms that each tab shows, in addition to cart and wishlist. */
  readonly shown: readonly Atom<unknown>[];
}

export async function openShopInTwoTabs({ data, shown, ...events }: ShopOptions) {
  const navigations: string[] = [];
  const openStore = () => {
    const store = createShopStore({
      connect: (auth) => server.connect(auth),
      navigate: (path) => void navigations.push(path),
      pathTo: testPathTo,
    });
    for (const each of [cartAtom, wishlistAtom, ...shown]) store.sub(each, () => {});
    return store;
  };
  const browser = createBrowser(openStore);
  const server = createServer(data, browser, events);
  const { token, user } = await server.logIn();
  localStorage.setItem('userToken', token);
  localStorage.setItem('patchwork:user', JSON.stringify({ version: 2, value: user }));

  const at = (tab: number) => {
    const found = browser.tabs()[tab];
    if (!found) throw new Error(`there is no tab ${tab}`);
    return found;
  };
  const run = <T>(tab: number, action: (store: Store) => T): T =>
    browser.runIn(at(tab), () => action(at(tab).store));

  const logIn = async (tab: number) => {
    const session = await server.logIn();
    run(tab, (store) => store.set(changeSessionAtom, session));
  };

  browser.start(2);
  return {
    ...server,
    navigations,
    stores: () => browser.tabs().map(({ store }) => store),
    run,
    logIn,
    connect: browser.connect,
    /** Delays the arrival of cart and wishlist writes in the other tab, or ends that delay. */
    delay: (isDelayed: boolean) =>
      browser.delay((key) => isDelayed && /^patchwork:(?:cart|wishlist)\//.test(key)),
    /** Ends the tab's session on the server. The tab's next call is refused. */
    endSession: (tab: number) => server.endSession(at(tab).store.get(sessionAtom)?.token),
    /** Reloads orders, payments and failed data, as opening a page does. */
    loadAgain: () => {
      for (const tab of browser.tabs().keys()) {
        void run(tab, (store) =>
          queryClientOf(store).refetchQueries({
            type: 'active',
            predicate: ({ state, queryKey: [, name] }) =>
              state.status === 'error' || name === 'orders' || name === 'checkouts',
          }),
        );
      }
    },
    /**
     * Reloads a tab and aborts its calls. The bits of `bits` say which of them reached the server. If `bits` is even,
     * the page crashes.
     */
    reload: async (tab: number, bits: number) => {
      const old = at(tab);
      await server.cutOff((call) => call.tab === old, bits);
      browser.reload(old, bits % 2 === 0);
    },
    /** Aborts all calls, because their session has ended. */
    dropCalls: async () => (await server.cutOff(() => true, 0))(),
    /** Logs out and in again. Responses to pending calls arrive afterwards. */
    logOutAndIn: async (tab: number, bits: number) => {
      const respondLate = await server.cutOff(() => true, bits);
      run(tab, (store) => store.set(changeSessionAtom, null, 'erased'));
      await pause();
      const left = browser
        .tabs()
        .flatMap(({ store }) => [...store.get(cartAtom).items, ...store.get(wishlistAtom).items]);
      if (left.length > 0) server.problems.push('something is left after logging out');
      await logIn(tab);
      await pause();
      while (server.callsLeft() > 0) {
        await server.respond(0);
        await pause();
      }
      await respondLate();
      await pause();
    },
  };
}
