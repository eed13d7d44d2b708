import { type Store, subscribeToToasts } from '@patchwork/kit/testing';
import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import {
  cartAtom,
  changeCartAtom,
  changeWishlistAtom,
  isOfflineAtom,
  pendingChangesAtom,
  sessionAtom,
  wishlistAtom,
} from '@patchwork/shop';
import { cartTotal, isWished } from '@patchwork/shop/domain';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { moveToWishlistAtom } from '../state/cart.ts';
import { orderHistoryAtom } from '../state/orders.ts';
import {
  completePaymentAtom,
  discardPaymentAtom,
  lookUpPaymentAtom,
  openPaymentAtom,
  pendingPaymentAtom,
  placeOrderAtom,
  simulatePaymentAtom,
} from '../state/payment.ts';
import { bindTimers } from './browser.ts';
import { type Action, createModel, errors, type Step, steps } from './model.ts';
import { type Quantities, refusedId } from './server.ts';
import { listNames, lists, openShopInTwoTabs, pause, pendingOf, start } from './shop.ts';

async function act(store: Store, type: Action, productId: string): Promise<void> {
  const product = aProduct({ id: productId });
  if (type === 'add') await store.set(changeCartAtom, { type, product });
  else if (type === 'remove') await store.set(changeCartAtom, { type, productId });
  else if (type === 'move') await store.set(moveToWishlistAtom, { product, quantity: 1 });
  else if (type === 'toggle-wishlist') {
    const isWanted = isWished(store.get(wishlistAtom).items, productId);
    await store.set(
      changeWishlistAtom,
      isWanted ? { type: 'remove', productId } : { type: 'add', product },
    );
  } else {
    const step = type === 'plus' ? 'increment' : 'decrement';
    await store.set(changeCartAtom, { type: step, productId });
  }
}

/** Pays for what the page shows, as the checkout page does. A step that fails ends it. */
async function buy(store: Store): Promise<void> {
  const { items: lines } = store.get(cartAtom);
  if (lines.length === 0) return;
  const quote = { lines, total: cartTotal(lines), notices: [] };
  const key = crypto.randomUUID();
  const opened = await store.set(openPaymentAtom, { key, quote, address: anAddress });
  if (!opened.ok) return;
  const { orderId } = opened.value.payment;
  const paid = await store.set(simulatePaymentAtom, { orderId, outcome: 'success' });
  if (paid.ok) await store.set(placeOrderAtom, { key, ...paid.value });
}

async function settlePayment(store: Store): Promise<void> {
  const open = store.get(pendingPaymentAtom);
  if (!open) return;
  const found = await store.set(lookUpPaymentAtom, open.key);
  if (!found.ok) return;
  if (found.value === 'paid') await store.set(completePaymentAtom, open.key);
  else await store.set(discardPaymentAtom, open.key);
}

const toastError = vi.fn();
subscribeToToasts(({ kind, text }) => {
  if (kind === 'error') toastError(text);
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  bindTimers();
});

/** Waits until queries have told their observers, which they do by a timer of 0 ms. */
async function rest(): Promise<void> {
  await pause();
  vi.advanceTimersByTime(1);
  await pause();
}

async function play(sequence: readonly Step[]): Promise<void> {
  vi.clearAllTimers();
  toastError.mockClear();
  const model = createModel(start);
  const moving = new Set<string>();
  /** Steps until the tabs receive each other's writes. */
  let delayedSteps = 0;
  /** Whether the server has ended the session, and the tabs may not know. */
  let isExpired = false;
  const shop = await openShopInTwoTabs({
    data: start,
    shown: [orderHistoryAtom, pendingPaymentAtom],
    onFailed: (list, id) => {
      model.doubt(list, id, 'failed');
      // Without the product in the wishlist, its line stays.
      if (moving.has(id)) model.doubt('cart', id, 'failed');
    },
    onReceived: (name, id) => {
      // This call sets the quantity that the page shows, whatever the order took.
      if (name === 'setCartQuantity' && model.isDoubted('cart', id))
        model.doubt('cart', id, 'failed');
    },
    onBought: (lines) => {
      model.buy(lines);
      for (const id of lines.keys()) {
        // Only the server knows whether it had the change before the order.
        const isOnItsWay = pendingOf('cart').some(
          ({ productId, sent }) => productId === id && sent,
        );
        if (isOnItsWay) model.doubt('cart', id, 'failed');
      }
    },
  });

  /** Takes over from the server what the model can't say, once both tabs show it. */
  const settleDoubts = () => {
    for (const { list, id, reason } of model.doubted()) {
      const onServer = shop.data[list].get(id);
      const isSettled = shop
        .stores()
        .every(
          (store) =>
            lists[list](store).get(id) === onServer &&
            !pendingOf(list).some(({ productId }) => productId === id),
        );
      if (!isSettled || shop.isAsked(list) || moving.has(id)) continue;
      if (reason === 'bought' && id !== refusedId)
        expect([id, onServer]).toEqual([id, model.lists[list].get(id)]);
      model.settle(list, id, onServer);
    }
  };

  const check = () => {
    expect(shop.problems).toEqual([]);
    settleDoubts();
    for (const store of shop.stores()) {
      const lines = store.get(cartAtom).items;
      for (const { quantity } of lines) expect(quantity).toBeGreaterThanOrEqual(1);
      expect(new Set(lines.map(({ product }) => product.id)).size).toBe(lines.length);
      expect(cartTotal(lines)).toBe(lines.reduce((sum, { quantity }) => sum + quantity * 1500, 0));
      const orderIds = store.get(orderHistoryAtom).map(({ id }) => id);
      expect(new Set(orderIds).size).toBe(orderIds.length);
      for (const list of listNames) {
        const known = (all: Quantities) =>
          [...all]
            .filter(([id]) => id !== refusedId && !model.isDoubted(list, id))
            .filter(([id]) => list === 'wishlist' || !moving.has(id))
            .sort(([one], [other]) => (one < other ? -1 : 1));
        expect([list, known(lists[list](store))]).toEqual([list, known(model.lists[list])]);
      }
    }
  };

  /** Expects a session that ended to be over in both tabs, with one message, then logs in: nothing is lost. */
  const followSession = async () => {
    const isOver = shop.stores().map((store) => store.get(sessionAtom) === null);
    expect(isOver[0]).toBe(isOver[1]);
    if (!isOver[0]) return;
    const asked = toastError.mock.calls.filter(([text]) => text === 'Please login to continue!');
    expect(asked).toHaveLength(1);
    expect(shop.navigations.splice(0).filter((path) => path === '/login')).toHaveLength(1);
    toastError.mockClear();
    await shop.dropCalls();
    await pause();
    await shop.logIn(0);
    isExpired = false;
  };

  const sessionOf = (tab: number) => shop.run(tab, (store) => store.get(sessionAtom));

  const take = async (step: Step) => {
    switch (step.type) {
      case 'serve':
        return shop.serve(step.which);
      case 'respond':
        return shop.respond(step.which);
      case 'fail':
        // A broken server changes nothing.
        return shop.fail(step.which, step.isServed && step.as !== 'broken', errors[step.as]);
      case 'connect':
        return shop.connect(step.onLine);
      case 'tick':
        return void vi.advanceTimersByTime(31_000);
      case 'reload':
        // A move is two changes. Only the first is queued until it is confirmed.
        if (moving.size === 0) await shop.reload(step.tab, step.bits);
        return;
      case 'session':
        if (moving.size > 0) return;
        await shop.logOutAndIn(step.tab, step.bits);
        shop.navigations.splice(0);
        model.restart(shop.data);
        isExpired = false;
        return;
      case 'expire':
        isExpired = true;
        return shop.endSession(step.tab);
      case 'buy':
        return void shop.run(step.tab, buy);
      case 'settle':
        return void shop.run(step.tab, settlePayment);
      case 'delay':
        // A press would ask for a login before the test has logged in again.
        if (isExpired) return;
        delayedSteps = step.steps;
        return shop.delay(true);
      default:
        for (let time = 0; time < step.times; time++) {
          if (moving.has(step.id)) return;
          if (step.type === 'move' && !model.lists.cart.has(step.id)) return;
          // No page shows a button for a line that an order took.
          const isGone = !shop.run(step.tab, lists.cart).has(step.id);
          if (isGone && step.type === 'plus' && model.isDoubted('cart', step.id)) return;
          model.act(step.type, step.id);
          const done = shop.run(step.tab, (store) => act(store, step.type, step.id));
          if (step.type !== 'move') continue;
          moving.add(step.id);
          const session = sessionOf(step.tab);
          void done.then(() => {
            moving.delete(step.id);
            // The second half of a move is not made in another session.
            if (sessionOf(step.tab) === session) return;
            for (const list of listNames) model.doubt(list, step.id, 'failed');
          });
        }
    }
  };

  await rest();
  while (shop.callsLeft() > 0) {
    await shop.respond(0);
    await rest();
  }
  for (const step of sequence) {
    // Two presses of these commute, so it doesn't matter which tab's comes first.
    if (delayedSteps > 0 && !['plus', 'serve', 'respond', 'fail'].includes(step.type)) continue;
    await take(step);
    await rest();
    if (delayedSteps > 0) {
      delayedSteps -= 1;
      if (delayedSteps > 0) continue;
      shop.delay(false);
      await rest();
    }
    await followSession();
    await rest();
    check();
  }
  shop.delay(false);
  shop.connect(true);
  let isLoadedAgain = false;
  for (let round = 0; round < 500; round++) {
    await rest();
    if (shop.callsLeft() > 0) await shop.respond(0);
    else vi.advanceTimersByTime(31_000);
    await rest();
    await followSession();
    check();
    const isDone = shop
      .stores()
      .every((store) => store.get(pendingChangesAtom) === 0 && !store.get(isOfflineAtom));
    if (!isDone || shop.callsLeft() > 0) continue;
    if (!isLoadedAgain) {
      isLoadedAgain = true;
      shop.loadAgain();
      continue;
    }
    if (shop.stores().every((store) => store.get(pendingPaymentAtom) === null)) break;
    isLoadedAgain = false;
    shop.run(round % 2, settlePayment);
  }
  const made = await shop.orders();
  const payments = made.map(({ paymentReference }) => paymentReference);
  expect(new Set(payments).size).toBe(payments.length);
  for (const store of shop.stores()) {
    expect(store.get(orderHistoryAtom).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(store.get(pendingChangesAtom)).toBe(0);
    expect(store.get(isOfflineAtom)).toBe(false);
    for (const list of listNames) {
      expect([list, lists[list](store)]).toEqual([list, new Map(shop.data[list])]);
    }
    expect(lists.wishlist(store).has(refusedId)).toBe(false);
  }
}

const TIME_TO_SHRINK_MS = 120_000;

const numRuns = Number(process.env.CHAOS_RUNS ?? (process.env.ALL_TESTS === 'true' ? 150 : 40));
const firstSeed = Number(process.env.CHAOS_SEED ?? 1);

test(
  `${numRuns} sequences of up to 60 steps from seed ${firstSeed}: both tabs show what the server has`,
  async () => {
    const sequences = fc.array(steps, { maxLength: 60, size: 'max' });
    for (let seed = firstSeed; seed < firstSeed + numRuns; seed++) {
      await fc.assert(
        fc.asyncProperty(sequences, (sequence) => play(sequence)),
        { numRuns: 1, seed, unbiased: true } as fc.Parameters<[Step[]]>,
      );
    }
  },
  numRuns * 1000 + TIME_TO_SHRINK_MS,
);
