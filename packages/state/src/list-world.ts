/** A shop with two tabs, a server and a network, for the laws of cart and wishlist. For tests only. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Api, ApiError, EndpointName } from '@patchwork/api';
import { err, ok, type Result } from '@patchwork/domain';
import { vi } from 'vitest';
import { logoutAtom } from './auth.ts';
import { cartAtom } from './cart.ts';
import { aProduct, broken, meera, memoryStorage, offline } from './fakes.ts';
import { changeSessionAtom } from './session.ts';
import { createShopStore, type Store } from './store.ts';
import { wishlistAtom } from './wishlist.ts';

/** The server refuses every change of this product. */
export const torn = 'torn';

export type Quantities = ReadonlyMap<string, number>;

export interface Truth {
  cart: Quantities;
  wishlist: Quantities;
}

interface Page {
  readonly window: EventTarget;
  readonly store: Store;
}

interface Call {
  readonly page: Page | undefined;
  readonly list: keyof Truth;
  /** Undefined: the whole list is asked for. */
  readonly productId: string | undefined;
  readonly serve: () => Result<unknown, ApiError>;
  readonly resolve: (answer: Result<unknown, ApiError>) => void;
  served?: Result<unknown, ApiError>;
}

const lineOf = ([id, quantity]: readonly [string, number]) => ({ product: aProduct(id), quantity });

/** Lets everything go on that waits for nothing but its turn. */
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A timer's work belongs to the page that set it. Fake timers forget whose it was. */
export const bindTimers = () => {
  const { setTimeout: set } = globalThis;
  const bound = (work: () => void, delay?: number) => set(AsyncResource.bind(work), delay);
  vi.stubGlobal('setTimeout', bound);
};

export const createWorld = (initial: Truth) => {
  const truth: Truth = { ...initial };
  const here = new AsyncLocalStorage<{ page?: Page }>();
  const storage = memoryStorage({
    userToken: meera.token,
    'patchwork:user': JSON.stringify({ version: 1, user: meera.user }),
  });
  const problems: string[] = [];
  /** Their timers still fire here; in a browser they would not. */
  const closed = new Set<Page | undefined>();
  let pages: readonly Page[] = [];
  let calls: readonly Call[] = [];
  let locks: readonly { page: Page | undefined; name: string; start: () => void }[] = [];
  const page = { onLine: true };

  const tellTabs = (key: string) => {
    for (const each of pages) {
      if (each === here.getStore()?.page) continue;
      const event = Object.assign(new Event('storage'), { key });
      here.run({ page: each }, () => each.window.dispatchEvent(event));
    }
  };
  vi.stubGlobal('localStorage', {
    getItem: storage.getItem,
    setItem: (key: string, value: string) => {
      storage.setItem(key, value);
      tellTabs(key);
    },
    removeItem: (key: string) => {
      if (storage.getItem(key) === null) return;
      storage.removeItem(key);
      tellTabs(key);
    },
  });

  const release = (gone: (lock: (typeof locks)[number]) => boolean) => {
    const before = new Set(locks.map(({ name }) => name));
    const held = new Map([...before].map((name) => [name, locks.find((l) => l.name === name)]));
    locks = locks.filter((lock) => !gone(lock));
    for (const name of before) {
      const first = locks.find((lock) => lock.name === name);
      if (first && first !== held.get(name))
        here.run({ ...(first.page && { page: first.page }) }, first.start);
    }
  };
  vi.stubGlobal('navigator', {
    get onLine() {
      return page.onLine;
    },
    locks: {
      request: (name: string, work: () => Promise<void>) =>
        new Promise<void>((resolve) => {
          if (closed.has(here.getStore()?.page)) return;
          const lock = {
            page: here.getStore()?.page,
            name,
            start: () =>
              void work().then(() => {
                release((other) => other === lock);
                resolve();
              }),
          };
          const isFree = !locks.some((other) => other.name === name);
          locks = [...locks, lock];
          if (isFree) lock.start();
        }),
    },
  });

  const change = (name: EndpointName, list: keyof Truth, id: string, type: string) => {
    if (id === torn) return err(broken);
    const now = new Map(truth[list]);
    const quantity = now.get(id);
    if (name === 'changeCartQuantity') {
      if (quantity === undefined) problems.push(`${type} of ${id}, which is not there`);
      else now.set(id, quantity + (type === 'increment' ? 1 : -1));
      if ((now.get(id) ?? 1) < 1) problems.push(`${id} fell below 1`);
    } else if (name.startsWith('add')) now.set(id, quantity ?? 1);
    else now.delete(id);
    truth[list] = now;
    return ok(undefined);
  };

  const listOf = (list: keyof Truth) =>
    list === 'cart'
      ? { cart: [...truth.cart].map(lineOf) }
      : { wishlist: [...truth.wishlist.keys()].map((id) => aProduct(id)) };

  const api = new Proxy({} as Api, {
    get: (_target, name: EndpointName) => (input: never) =>
      new Promise((resolve) => {
        if (closed.has(here.getStore()?.page)) return;
        const list = name.endsWith('ishlist') ? 'wishlist' : 'cart';
        const { productId, body } = input as {
          productId?: string;
          body?: { product?: { id: string }; action?: { type: string } };
        };
        const id = productId ?? body?.product?.id;
        if (id && calls.some((call) => call.list === list && call.productId === id))
          problems.push(`two calls for ${id} at a time`);
        calls = [
          ...calls,
          {
            page: here.getStore()?.page,
            list,
            productId: id,
            resolve,
            serve: () => {
              const done = id ? change(name, list, id, body?.action?.type ?? name) : ok(undefined);
              return done.ok ? ok(listOf(list)) : done;
            },
          },
        ];
      }),
  });

  const serve = (call: Call) => {
    call.served ??= call.serve();
    return call.served;
  };
  const finish = (call: Call, answer: Result<unknown, ApiError>) => {
    calls = calls.filter((other) => other !== call);
    call.resolve(answer);
  };

  const openPage = (): Page => {
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    // Known before its store is: a store sends what the last page left as soon as it is made.
    const opened = { window } as { window: EventTarget; store: Store };
    here.run({ page: opened }, () => {
      opened.store = createShopStore({ connect: () => api, navigate: () => {} });
      opened.store.sub(cartAtom, () => {});
      opened.store.sub(wishlistAtom, () => {});
    });
    return opened;
  };

  const at = (tab: number): Page => {
    const found = pages[tab % pages.length];
    if (!found) throw new Error('no page is open');
    return found;
  };
  const pick = (which: number, from: readonly Call[] = calls) => from[which % from.length];

  /** What was under way is over for the page: each call reached the server, or it did not. */
  const cutOff = (cut: readonly Call[], bits: number) => {
    for (const [index, call] of cut.entries()) if ((bits >> index) & 1) serve(call);
    calls = calls.filter((call) => !cut.includes(call));
    return cut;
  };

  pages = [openPage(), openPage()];
  return {
    truth,
    problems,
    pages: () => pages,
    callsLeft: () => calls.length,
    run: <T>(tab: number, action: (store: Store) => T): T =>
      here.run({ page: at(tab) }, () => action(at(tab).store)),
    serve: (which: number) => {
      const call = pick(which);
      if (call) serve(call);
    },
    answer: (which: number) => {
      const call = pick(which);
      if (call) finish(call, serve(call));
    },
    lose: (which: number, isServed: boolean) => {
      const call = pick(which);
      if (!call) return;
      if (isServed) serve(call);
      finish(call, err(offline));
    },
    connect: (onLine: boolean) => {
      page.onLine = onLine;
      for (const each of pages) {
        const event = new Event(onLine ? 'online' : 'offline');
        here.run({ page: each }, () => each.window.dispatchEvent(event));
      }
    },
    reload: (tab: number, bits: number) => {
      const old = at(tab);
      cutOff(
        calls.filter((call) => call.page === old),
        bits,
      );
      closed.add(old);
      pages = pages.filter((each) => each !== old);
      release((lock) => lock.page === old);
      pages = pages.toSpliced(tab % 2, 0, openPage());
    },
    /** Out and in again; what was under way is answered only afterwards. */
    logOutAndIn: async (tab: number, bits: number) => {
      const cut = cutOff(calls, bits);
      here.run({ page: at(tab) }, () => at(tab).store.set(logoutAtom));
      await pause();
      const left = pages.flatMap(({ store }) => [
        ...store.get(cartAtom),
        ...store.get(wishlistAtom),
      ]);
      if (left.length > 0) problems.push('something is left after logging out');
      const session = { ...meera, token: `${Math.random()}` };
      here.run({ page: at(tab) }, () => at(tab).store.set(changeSessionAtom, session));
      await pause();
      while (calls[0]) finish(calls[0], serve(calls[0]));
      await pause();
      for (const call of cut) call.resolve(call.served ?? err(broken));
      await pause();
    },
  };
};
