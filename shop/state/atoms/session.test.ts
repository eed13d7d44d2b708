// @vitest-environment happy-dom
import type { Session } from '@patchwork/domain';
import { shopperStorageKey } from '@patchwork/host/storage';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { servicesAtom } from '../services.ts';
import { forgetSession, storeSession } from '../storage/stored-session.ts';
import { followStorageAtom } from '../storage/written-values.ts';
import {
  aProduct,
  arjun,
  line,
  meera,
  memoryStorage,
  offline,
  offlineText,
  openCart,
  openShop,
  settle,
  spyOnToasts,
} from '../testing/fakes.ts';
import { toast } from '../toast.ts';
import { cart, cartAtom, changeCartAtom } from './cart.ts';
import { isOfflineAtom } from './network.ts';
import { changeSessionAtom, expireSessionAtom, followSessionAtom, sessionAtom } from './session.ts';
import { changeWishlistAtom } from './wishlist.ts';

beforeEach(spyOnToasts);

test('the session of the last visit is restored without a toast, and calls carry its token', () => {
  const { store, auth } = openShop({ session: meera });
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(auth.getToken()).toBe('token-of-meera');
  expect(toast.success).not.toHaveBeenCalled();
});

test('a new session is stored, and calls carry its token', () => {
  const { store, auth, storage } = openShop();
  store.set(changeSessionAtom, meera);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(auth.getToken()).toBe('token-of-meera');
  expect(storage.getItem('userToken')).toBe('token-of-meera');
});

test('if the browser’s storage is full, a warning says that a reload ends the session', () => {
  const { store, storage } = openShop();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  store.set(changeSessionAtom, meera);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(toast.warning).toHaveBeenCalledWith(expect.stringContaining('after a reload'));
});

describe('a product that a logged-out visitor wanted to add', () => {
  const want = async ({ store }: ReturnType<typeof openShop>) => {
    await store.set(changeCartAtom, { type: 'add', product: aProduct('shirt') });
    expect(toast.error).toHaveBeenCalledWith('Please login to continue!');
  };
  const leave = () => sessionStorage.clear();
  afterEach(leave);

  test('is added once, by the next login, with a link back in the toast', async () => {
    const shop = openShop();
    await want(shop);
    expect(shop.sent()).toEqual([]);
    shop.store.set(changeSessionAtom, meera);
    await settle();
    await shop.respond('addToCart', { cart: [line('shirt', 1)] });
    const link = { text: 'Back to shirt', path: '/productlist/shirt' };
    expect(vi.mocked(toast.success).mock.calls).toEqual([['Product added to cart', link]]);
    shop.store.set(changeSessionAtom, null, 'erased');
    shop.store.set(changeSessionAtom, arjun);
    await settle();
    expect(shop.sent()).toEqual(['addToCart']);
  });

  test('is added with the others, to cart and wishlist, even after a reload of the login page', async () => {
    await want(openShop());
    const before = openShop();
    await before.store.set(changeWishlistAtom, { type: 'add', product: aProduct('dress') });
    await want(before);
    await before.store.set(changeWishlistAtom, { type: 'add', product: aProduct('shirt') });
    const shop = openShop();
    shop.store.set(changeSessionAtom, meera);
    await settle();
    expect(shop.sent()).toEqual(['addToCart', 'addToWishlist', 'addToWishlist']);
    expect(sessionStorage).toHaveLength(0);
  });

  test('is counted with the others in one toast, which links to their list; a refused one is not', async () => {
    const shop = openShop();
    const products = ['one', 'two', 'three'].map((id) => aProduct(id));
    for (const product of products)
      await shop.store.set(changeWishlistAtom, { type: 'add', product });
    shop.store.set(changeSessionAtom, meera);
    await settle();
    await shop.respond('addToWishlist', { wishlist: products.slice(0, 1) });
    await shop.respond('addToWishlist', { wishlist: products.slice(0, 2) });
    expect(toast.success).not.toHaveBeenCalled();
    await shop.fail('addToWishlist', { kind: 'status', status: 404, messages: [] });
    const link = { text: 'Go to wishlist', path: '/wishlist' };
    expect(vi.mocked(toast.success).mock.calls).toEqual([['2 products added to wishlist', link]]);
  });

  test('is forgotten after five later ones', async () => {
    const shop = openShop();
    await want(shop);
    for (const id of ['one', 'two', 'three', 'four', 'five'])
      await shop.store.set(changeWishlistAtom, { type: 'add', product: aProduct(id) });
    shop.store.set(changeSessionAtom, meera);
    await settle();
    expect(shop.sent()).toEqual(Array.from({ length: 5 }, () => 'addToWishlist'));
  });

  test('is not added by a login elsewhere: neither in another tab nor in one that is opened later', async () => {
    const shop = openShop();
    await want(shop);
    storeSession(meera);
    shop.store.set(followSessionAtom);
    await settle();
    expect(shop.store.get(sessionAtom)).toEqual(meera);
    expect(shop.sent()).toEqual([]);
    leave();
    const later = openShop();
    later.store.set(changeSessionAtom, arjun);
    await settle();
    expect(later.sent()).toEqual([]);
  });
});

/** Returns a storage with Meera's and Arjun's values, and one that belongs to the browser. */
const stored = () =>
  memoryStorage({
    [shopperStorageKey('cart', 'meera@example.in')]: 'a cart',
    [shopperStorageKey('gift-notes', 'meera@example.in')]: 'of another remote',
    [shopperStorageKey('cart', 'arjun@example.in')]: 'his cart',
    'patchwork:bucket': '7',
  });

test('logging out erases everything that the browser stores about this shopper, whichever remote stored it', () => {
  const { store, auth, storage } = openShop({ session: meera, storage: stored() });
  store.set(changeSessionAtom, null, 'erased');
  expect(store.get(sessionAtom)).toBeNull();
  expect(auth.getToken()).toBeUndefined();
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  expect(keys).toEqual([shopperStorageKey('cart', 'arjun@example.in'), 'patchwork:bucket']);
});

test('a session that ends in another way leaves the shopper’s values in the browser', () => {
  const { store, storage } = openShop({ session: meera, storage: stored() });
  store.set(changeSessionAtom, null);
  expect(store.get(sessionAtom)).toBeNull();
  expect(storage.getItem('userToken')).toBeNull();
  expect(storage.length).toBe(4);
});

/** Writes the session as another tab does when a shopper logs in or out there, without its event. */
const writeInOtherTab = (session: Session | null) =>
  session ? storeSession(session) : forgetSession();

describe('a refused token', () => {
  test.each([
    ['that is still stored', meera],
    ['that another tab has removed', null],
  ])('%s logs out and opens /login with one toast, even for several calls', (_, session) => {
    const { store, auth, navigate, storage } = openShop({ session: meera });
    writeInOtherTab(session);
    auth.onUnauthorized();
    auth.onUnauthorized();
    expect(store.get(sessionAtom)).toBeNull();
    expect(storage.length).toBe(0);
    expect(vi.mocked(toast.error).mock.calls).toEqual([['Please login to continue!']]);
    expect(navigate.mock.calls).toEqual([['/login']]);
  });

  test('that another tab has replaced does not end the session: this page uses the new one', async () => {
    const { store, auth, navigate, storage } = await openCart(line('shirt', 2));
    const later = { ...meera, token: 'a later token' };
    writeInOtherTab(later);
    auth.onUnauthorized();
    expect(store.get(sessionAtom)).toEqual(later);
    expect(store.get(cartAtom).items).toHaveLength(1);
    expect(storage.getItem('userToken')).toBe('a later token');
    expect(toast.error).not.toHaveBeenCalled();
    expect(navigate).not.toHaveBeenCalled();
  });

  test('changes nothing for a logged-out visitor', async () => {
    const { auth, navigate } = openShop();
    auth.onUnauthorized();
    await settle();
    expect(toast.error).not.toHaveBeenCalled();
    expect(navigate).not.toHaveBeenCalled();
  });
});

describe('a call of the API', () => {
  const callApi = ({ store }: ReturnType<typeof openShop>) =>
    store.get(servicesAtom).callApi((api) => api.listOrders({ query: {} }));

  test('returns its value while the same shopper is logged in', async () => {
    const shop = openShop({ session: meera });
    const called = callApi(shop);
    shop.take('listOrders').respond({ orders: [], nextCursor: null });
    expect(await called).toEqual({ ok: true, value: { orders: [], nextCursor: null } });
  });

  test('returns the message to show if it fails, and marks the shop as offline if there was no response', async () => {
    const shop = openShop({ session: meera });
    const called = callApi(shop);
    shop.take('listOrders').fail(offline);
    expect(await called).toEqual({ ok: false, error: offlineText });
    expect(shop.store.get(isOfflineAtom)).toBe(true);
  });

  test('discards a late response after another shopper has logged in', async () => {
    const shop = openShop({ session: meera });
    const called = callApi(shop);
    shop.store.set(changeSessionAtom, arjun);
    shop.take('listOrders').respond({ orders: [], nextCursor: null });
    expect((await called).ok).toBe(false);
  });

  test('sends a logged-out visitor to /login with the toast, without a request', async () => {
    const shop = openShop();
    expect((await callApi(shop)).ok).toBe(false);
    expect(vi.mocked(toast.error).mock.calls).toEqual([['Please login to continue!']]);
    expect(shop.navigate.mock.calls).toEqual([['/login']]);
    expect(shop.sent()).toEqual([]);
  });
});

const sendStorageEvent = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key }));

/** Changes the session as another tab does, with the event of the entry that is written last and removed first. */
function changeInOtherTab(session: Session | null) {
  writeInOtherTab(session);
  sendStorageEvent('userToken');
}

const showPage = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('logging in in another tab logs in here, without a toast and without leaving the page', () => {
  const { store, auth, navigate } = openShop();
  changeInOtherTab(meera);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(auth.getToken()).toBe('token-of-meera');
  expect(toast.success).not.toHaveBeenCalled();
  expect(navigate).not.toHaveBeenCalled();
});

test.each([
  ['logs out', () => changeInOtherTab(null)],
  [
    'clears the whole storage',
    () => {
      localStorage.clear();
      sendStorageEvent(null);
    },
  ],
  [
    'logs out while this page is in the back-forward cache',
    () => {
      writeInOtherTab(null);
      showPage(true);
    },
  ],
])(
  'a tab that %s logs out here: calls carry no token, and the lines are removed',
  async (_, act) => {
    const { store, auth, shown } = await openCart(line('shirt', 2));
    act();
    expect(store.get(sessionAtom)).toBeNull();
    expect(auth.getToken()).toBeUndefined();
    expect(shown()).toEqual([]);
  },
);

test('another shopper who logs in in another tab is logged in here too, with their own cart', async () => {
  const { store, respond, shown } = await openCart(line('shirt', 2));
  changeInOtherTab(arjun);
  expect(store.get(sessionAtom)).toEqual(arjun);
  expect(shown()).toEqual([]);
  await settle();
  await respond('getCart', { cart: [line('kurta', 1)] });
  expect(shown()).toEqual(['kurta 1']);
});

test('the same shopper with a new token keeps the displayed cart', async () => {
  const { auth, shown } = await openCart(line('shirt', 2));
  changeInOtherTab({ ...meera, token: 'a later token' });
  expect(auth.getToken()).toBe('a later token');
  expect(shown()).toEqual(['shirt 2']);
});

test.each([
  ['an event of an entry that is not the session’s', () => sendStorageEvent('another-program')],
  ['a page that is shown for the first time', () => showPage(false)],
])('%s changes nothing', (_, act) => {
  const { store } = openShop({ session: meera });
  writeInOtherTab(null);
  act();
  expect(store.get(sessionAtom)).toEqual(meera);
});

const cartKey = shopperStorageKey('cart', meera.user.email);
const ofNextRelease = '{"version":99,"value":{"lines":[]}}';

test('a tab of another release that writes another format removes nothing from this page’s cart', async () => {
  const { store, storage, add, respond, shown } = await openCart(line('shirt', 2));
  void add('dress');
  await settle();
  storage.setItem(cartKey, ofNextRelease);
  store.set(followStorageAtom);
  expect(shown()).toEqual(['shirt 2', 'dress 1']);
  await respond('addToCart', { cart: [line('shirt', 2), line('dress', 1)] });
  expect(shown()).toEqual(['shirt 2', 'dress 1']);
  expect(store.get(cart.queueAtom).pending).toEqual([]);
});

test('a login in a tab of another release, with another format, is not undone by this page', () => {
  const { store, storage } = openShop({ session: meera });
  storage.setItem('patchwork:user', ofNextRelease);
  storage.setItem('userToken', 'token of the other tab');
  store.set(followSessionAtom);
  expect(store.get(sessionAtom)).toEqual(meera);
  // The server ends this page's session. The other one continues.
  store.set(expireSessionAtom);
  expect(store.get(sessionAtom)).toBeNull();
  expect(storage.getItem('patchwork:user')).toBe(ofNextRelease);
  expect(storage.getItem('userToken')).toBe('token of the other tab');
});
