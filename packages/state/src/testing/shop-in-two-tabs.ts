/** A shop with two tabs, a server and a network, for the property tests of cart and wishlist. For tests only. */
import { logoutAtom } from '../atoms/auth.ts';
import { cartAtom } from '../atoms/cart.ts';
import { changeSessionAtom } from '../atoms/session.ts';
import { wishlistAtom } from '../atoms/wishlist.ts';
import { createShopStore, type Store } from '../store.ts';
import { createBrowser } from './browser.ts';
import { meera } from './fakes.ts';
import { testPathTo } from './path-to.ts';
import { createServer, type ServerData } from './server.ts';

/** Lets everything run that waits for nothing but its turn. */
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

const stored = {
  userToken: meera.token,
  'patchwork:user': JSON.stringify({ version: 2, value: meera.user }),
};

export function openShopInTwoTabs(initial: ServerData) {
  const data: ServerData = { ...initial };
  const browser = createBrowser(stored, () => {
    const store = createShopStore({
      connect: () => server.api,
      navigate: () => {},
      pathTo: testPathTo,
    });
    store.sub(cartAtom, () => {});
    store.sub(wishlistAtom, () => {});
    return store;
  });
  const server = createServer(data, browser);

  const at = (tab: number) => {
    const found = browser.tabs()[tab];
    if (!found) throw new Error(`there is no tab ${tab}`);
    return found;
  };
  const run = <T>(tab: number, action: (store: Store) => T): T =>
    browser.runIn(at(tab), () => action(at(tab).store));

  browser.start(2);
  return {
    data,
    problems: server.problems,
    stores: () => browser.tabs().map(({ store }) => store),
    callsLeft: server.callsLeft,
    run,
    serve: server.serve,
    respond: server.respond,
    lose: server.lose,
    connect: browser.connect,
    /** The tab loses its calls: each reached the server, or it did not. */
    reload: (tab: number, bits: number) => {
      const old = at(tab);
      server.cutOff((call) => call.tab === old, bits);
      browser.reload(old);
    },
    /** Logs out and in again. The responses to calls on their way come afterwards. */
    logOutAndIn: async (tab: number, bits: number) => {
      const respondLate = server.cutOff(() => true, bits);
      run(tab, (store) => store.set(logoutAtom));
      await pause();
      const left = browser
        .tabs()
        .flatMap(({ store }) => [...store.get(cartAtom), ...store.get(wishlistAtom)]);
      if (left.length > 0) server.problems.push('something is left after logging out');
      const session = { ...meera, token: `${Math.random()}` };
      run(tab, (store) => store.set(changeSessionAtom, session));
      await pause();
      while (server.callsLeft() > 0) server.respond(0);
      await pause();
      respondLate();
      await pause();
    },
  };
}
