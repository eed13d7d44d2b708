import { cartTotal } from '@patchwork/domain';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addToCartAtom,
  cartAtom,
  changeQuantityAtom,
  moveToWishlistAtom,
  removeFromCartAtom,
} from '../atoms/cart.ts';
import { isOfflineAtom } from '../atoms/network.ts';
import { pendingChangesAtom } from '../atoms/pending-changes.ts';
import { toggleWishlistAtom, wishlistAtom } from '../atoms/wishlist.ts';
import type { Store } from '../store.ts';
import { bindTimers } from '../testing/browser.ts';
import { aProduct } from '../testing/fakes.ts';
import { type Quantities, refusedId } from '../testing/server.ts';
import { openShopInTwoTabs, pause } from '../testing/shop-in-two-tabs.ts';

vi.mock('../toast.ts', () => ({ toast: { success: () => {}, error: () => {} } }));

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  bindTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const actions = ['add', 'plus', 'minus', 'remove', 'move', 'toggle-wishlist'] as const;
const tab = fc.nat({ max: 1 });
const which = fc.nat({ max: 5 });
const bits = fc.nat({ max: 63 });

const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(...actions),
      id: fc.constantFrom('shirt', 'dress', 'coat', refusedId),
      times: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 20 })),
      tab,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('serve'), which }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('respond'), which }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('lose'), which, isServed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('connect'), onLine: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('tick') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reload'), tab, bits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('session'), tab, bits }) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

const start = {
  cart: new Map([
    ['shirt', 2],
    [refusedId, 2],
  ]),
  wishlist: new Map([['coat', 1]]),
};

const cartOf = (store: Store): Quantities =>
  new Map(store.get(cartAtom).map(({ product, quantity }) => [product.id, quantity]));
const wishesOf = (store: Store): Quantities =>
  new Map(store.get(wishlistAtom).map(({ id }) => [id, 1]));

/** Without order, and without the product whose changes are refused sooner or later. */
const comparable = (quantities: Quantities) =>
  [...quantities]
    .filter(([id]) => id !== refusedId)
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** The cart and the wishlist where each action takes effect at once. */
function createModel() {
  const cart = new Map(start.cart);
  const wishlist = new Map(start.wishlist);
  const act = (type: (typeof actions)[number], id: string) => {
    const quantity = cart.get(id);
    if (type === 'toggle-wishlist') {
      if (!wishlist.delete(id)) wishlist.set(id, 1);
    } else if (type === 'add') cart.set(id, quantity ?? 1);
    else if (type === 'move') {
      wishlist.set(id, 1);
      cart.delete(id);
    } else if (quantity === undefined) return;
    else if (type === 'plus') cart.set(id, quantity + 1);
    else if (type === 'minus' && quantity > 1) cart.set(id, quantity - 1);
    else cart.delete(id);
  };
  return { cart, wishlist, act };
}

function act(store: Store, type: (typeof actions)[number], productId: string): Promise<void> {
  const product = aProduct(productId);
  if (type === 'add') return store.set(addToCartAtom, product);
  if (type === 'toggle-wishlist') return store.set(toggleWishlistAtom, product);
  if (type === 'remove') return store.set(removeFromCartAtom, productId);
  if (type === 'move') return store.set(moveToWishlistAtom, { product, quantity: 1 });
  const change = type === 'plus' ? 'increment' : 'decrement';
  return store.set(changeQuantityAtom, { productId, type: change });
}

async function play(sequence: readonly Step[]): Promise<void> {
  vi.clearAllTimers();
  const shop = openShopInTwoTabs(start);
  const model = createModel();
  const moving = new Set<string>();

  const check = () => {
    expect(shop.problems).toEqual([]);
    for (const store of shop.stores()) {
      const cart = store.get(cartAtom);
      for (const { quantity } of cart) expect(quantity).toBeGreaterThanOrEqual(1);
      expect(new Set(cart.map(({ product }) => product.id)).size).toBe(cart.length);
      expect(cartTotal(cart)).toBe(
        [...cartOf(store).values()].reduce((sum, quantity) => sum + quantity * 1500, 0),
      );
      const still = (all: Quantities) => comparable(all).filter(([id]) => !moving.has(id));
      expect(still(cartOf(store))).toEqual(still(model.cart));
      expect(comparable(wishesOf(store))).toEqual(comparable(model.wishlist));
    }
  };

  const take = async (step: Step) => {
    switch (step.type) {
      case 'serve':
        return shop.serve(step.which);
      case 'respond':
        return shop.respond(step.which);
      case 'lose':
        return shop.lose(step.which, step.isServed);
      case 'connect':
        return shop.connect(step.onLine);
      case 'tick':
        return void vi.advanceTimersByTime(31_000);
      case 'reload':
        // A move is two changes, of which only the first is queued until it is confirmed.
        if (moving.size === 0) shop.reload(step.tab, step.bits);
        return;
      case 'session':
        if (moving.size > 0) return;
        await shop.logOutAndIn(step.tab, step.bits);
        model.cart.clear();
        model.wishlist.clear();
        for (const [id, quantity] of shop.data.cart) model.cart.set(id, quantity);
        for (const [id] of shop.data.wishlist) model.wishlist.set(id, 1);
        return;
      default:
        for (let time = 0; time < step.times; time++) {
          if (moving.has(step.id)) return;
          if (step.type === 'move' && !model.cart.has(step.id)) return;
          model.act(step.type, step.id);
          const done = shop.run(step.tab, (store) => act(store, step.type, step.id));
          if (step.type !== 'move') continue;
          moving.add(step.id);
          void done.then(() => moving.delete(step.id));
        }
    }
  };

  await pause();
  while (shop.callsLeft() > 0) {
    shop.respond(0);
    await pause();
  }
  for (const step of sequence) {
    await take(step);
    await pause();
    check();
  }
  shop.connect(true);
  for (let round = 0; round < 500; round++) {
    await pause();
    if (shop.callsLeft() > 0) shop.respond(0);
    else vi.advanceTimersByTime(31_000);
    await pause();
    check();
    const isDone = shop
      .stores()
      .every((store) => store.get(pendingChangesAtom) === 0 && !store.get(isOfflineAtom));
    if (isDone && shop.callsLeft() === 0) break;
  }
  for (const store of shop.stores()) {
    expect(store.get(pendingChangesAtom)).toBe(0);
    expect(store.get(isOfflineAtom)).toBe(false);
    expect(cartOf(store)).toEqual(new Map(shop.data.cart));
    expect(wishesOf(store)).toEqual(new Map(shop.data.wishlist));
    expect(cartOf(store).get(refusedId)).toBe(2);
    expect(wishesOf(store).has(refusedId)).toBe(false);
  }
}

const numRuns = Number(process.env.PROPERTY_RUNS ?? 400);
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);

test(
  `${numRuns} sequences of up to 60 steps from seed ${seed}: both tabs show what the server has`,
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(steps, { maxLength: 60, size: 'max' }), play), {
      numRuns,
      seed,
    });
  },
  numRuns * 1000,
);
