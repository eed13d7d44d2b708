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
import { type Quantities, torn } from '../testing/server.ts';
import { createWorld, pause } from '../testing/shop-in-two-tabs.ts';

vi.mock('react-toastify', () => ({ toast: { success: () => {}, error: () => {} } }));

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  bindTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const asks = ['add', 'plus', 'minus', 'remove', 'move', 'wish'] as const;
const tab = fc.nat({ max: 1 });
const which = fc.nat({ max: 5 });
const bits = fc.nat({ max: 63 });

const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(...asks),
      id: fc.constantFrom('shirt', 'dress', 'coat', torn),
      times: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 20 })),
      tab,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('serve'), which }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('answer'), which }) },
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
    [torn, 2],
  ]),
  wishlist: new Map([['coat', 1]]),
};

const cartOf = (store: Store): Quantities =>
  new Map(store.get(cartAtom).map(({ product, quantity }) => [product.id, quantity]));
const wishesOf = (store: Store): Quantities =>
  new Map(store.get(wishlistAtom).map(({ id }) => [id, 1]));

/** Without order, and without the product whose changes are refused sooner or later. */
const told = (quantities: Quantities) =>
  [...quantities].filter(([id]) => id !== torn).sort(([one], [other]) => (one < other ? -1 : 1));

/** What a cart and a wishlist hold when each wish of the shopper comes true at once. */
function createModel() {
  const cart = new Map(start.cart);
  const wishlist = new Map(start.wishlist);
  const ask = (type: (typeof asks)[number], id: string) => {
    const quantity = cart.get(id);
    if (type === 'wish') {
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
  return { cart, wishlist, ask };
}

function ask(store: Store, type: (typeof asks)[number], productId: string): Promise<void> {
  const product = aProduct(productId);
  if (type === 'add') return store.set(addToCartAtom, product);
  if (type === 'wish') return store.set(toggleWishlistAtom, product);
  if (type === 'remove') return store.set(removeFromCartAtom, productId);
  if (type === 'move') return store.set(moveToWishlistAtom, { product, quantity: 1 });
  const change = type === 'plus' ? 'increment' : 'decrement';
  return store.set(changeQuantityAtom, { productId, type: change });
}

async function play(sequence: readonly Step[]): Promise<void> {
  vi.clearAllTimers();
  const world = createWorld(start);
  const model = createModel();
  const moving = new Set<string>();

  const check = () => {
    expect(world.problems).toEqual([]);
    for (const store of world.stores()) {
      const cart = store.get(cartAtom);
      for (const { quantity } of cart) expect(quantity).toBeGreaterThanOrEqual(1);
      expect(new Set(cart.map(({ product }) => product.id)).size).toBe(cart.length);
      expect(cartTotal(cart)).toBe(
        [...cartOf(store).values()].reduce((sum, quantity) => sum + quantity * 1500, 0),
      );
      const still = (all: Quantities) => told(all).filter(([id]) => !moving.has(id));
      expect(still(cartOf(store))).toEqual(still(model.cart));
      expect(told(wishesOf(store))).toEqual(told(model.wishlist));
    }
  };

  const take = async (step: Step) => {
    switch (step.type) {
      case 'serve':
        return world.serve(step.which);
      case 'answer':
        return world.answer(step.which);
      case 'lose':
        return world.lose(step.which, step.isServed);
      case 'connect':
        return world.connect(step.onLine);
      case 'tick':
        return void vi.advanceTimersByTime(31_000);
      case 'reload':
        // A move is two changes, and only the first of them is kept while it is under way.
        if (moving.size === 0) world.reload(step.tab, step.bits);
        return;
      case 'session':
        if (moving.size > 0) return;
        await world.logOutAndIn(step.tab, step.bits);
        model.cart.clear();
        model.wishlist.clear();
        for (const [id, quantity] of world.truth.cart) model.cart.set(id, quantity);
        for (const [id] of world.truth.wishlist) model.wishlist.set(id, 1);
        return;
      default:
        for (let time = 0; time < step.times; time++) {
          if (moving.has(step.id)) return;
          if (step.type === 'move' && !model.cart.has(step.id)) return;
          model.ask(step.type, step.id);
          const done = world.run(step.tab, (store) => ask(store, step.type, step.id));
          if (step.type !== 'move') continue;
          moving.add(step.id);
          void done.then(() => moving.delete(step.id));
        }
    }
  };

  await pause();
  while (world.callsLeft() > 0) {
    world.answer(0);
    await pause();
  }
  for (const step of sequence) {
    await take(step);
    await pause();
    check();
  }
  world.connect(true);
  for (let round = 0; round < 500; round++) {
    await pause();
    if (world.callsLeft() > 0) world.answer(0);
    else vi.advanceTimersByTime(31_000);
    await pause();
    check();
    const isDone = world
      .stores()
      .every((store) => store.get(pendingChangesAtom) === 0 && !store.get(isOfflineAtom));
    if (isDone && world.callsLeft() === 0) break;
  }
  for (const store of world.stores()) {
    expect(store.get(pendingChangesAtom)).toBe(0);
    expect(store.get(isOfflineAtom)).toBe(false);
    expect(cartOf(store)).toEqual(new Map(world.truth.cart));
    expect(wishesOf(store)).toEqual(new Map(world.truth.wishlist));
    expect(cartOf(store).get(torn)).toBe(2);
    expect(wishesOf(store).has(torn)).toBe(false);
  }
}

const numRuns = Number(process.env.PROPERTY_RUNS ?? 400);
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);

test(
  `${numRuns} sequences of up to 60 steps from seed ${seed}: two tabs, one truth`,
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(steps, { maxLength: 60, size: 'max' }), play), {
      numRuns,
      seed,
    });
  },
  numRuns * 1000,
);
