import {
  type Address,
  type Order,
  orderSchema,
  type PendingPayment,
  pendingPaymentSchema,
  type Quote,
  recordOrder,
} from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import { type Atom, atom } from 'jotai';
import * as v from 'valibot';
import { openPageAtom } from '../services.ts';
import { action, sharedValue } from '../shared.ts';
import { readableList } from '../storage/readable-list.ts';
import { shopperValueAtom } from '../storage/shopper-value.ts';
import { toast } from '../toast.ts';
import { cartAtom } from './cart.ts';
import { emptyCartAtom } from './empty-cart.ts';
import { sessionAtom } from './session.ts';

const storedOrdersAtom = shopperValueAtom<readonly Order[]>({
  name: 'orders',
  version: 1,
  schema: readableList(orderSchema),
  empty: [],
});

const storedPaymentAtom = shopperValueAtom<PendingPayment | null>({
  name: 'pending-payment',
  version: 1,
  schema: v.nullable(pendingPaymentSchema),
  empty: null,
});

/** What this shopper ordered in this browser, newest first. Written by placeOrderAtom only. */
export const orderHistoryAtom: Atom<readonly Order[]> = sharedValue(
  'orderHistoryAtom',
  ['browser'],
  atom((get) => get(storedOrdersAtom)),
);

/** A payment that was opened and not settled yet, or null. Written by the three actions below. */
export const pendingPaymentAtom: Atom<PendingPayment | null> = sharedValue(
  'pendingPaymentAtom',
  ['browser'],
  atom((get) => get(storedPaymentAtom)),
);

/** In the tab's storage: a reload of the confirmation still shows the order. */
const storedPlacedId = createStoredValue({
  name: 'placed-order',
  version: 1,
  parse: v.parser(v.string()),
  scope: 'tab',
});
const placedIdAtom = atom<string | null>(null);

/** The order that this tab placed last, or null. Written by placeOrderAtom only. */
export const placedOrderAtom: Atom<Order | null> = sharedValue(
  'placedOrderAtom',
  [orderHistoryAtom],
  atom((get) => {
    const id = get(placedIdAtom) ?? storedPlacedId.read();
    return get(orderHistoryAtom).find((order) => order.id === id) ?? null;
  }),
);

interface Purchase {
  readonly quote: Quote;
  readonly address: Address;
}

/**
 * Stores what is about to be paid, before the payment opens, under a key that outlives a reload. Null
 * while logged out, or while another payment waits to be settled.
 */
export const openPaymentAtom = action(
  'openPaymentAtom',
  [pendingPaymentAtom],
  (get, set, { quote: { lines, total }, address }: Purchase): PendingPayment | null => {
    if (!get(sessionAtom)) return null;
    const payment: PendingPayment = {
      key: crypto.randomUUID(),
      openedAt: new Date().toISOString(),
      lines,
      total,
      address,
    };
    set(storedPaymentAtom, (open) => open ?? payment);
    return get(storedPaymentAtom)?.key === payment.key ? payment : null;
  },
);

/** Forgets a payment that was not made. Another one is left alone. */
export const discardPaymentAtom = action(
  'discardPaymentAtom',
  [pendingPaymentAtom],
  (_get, set, key: string): void =>
    set(storedPaymentAtom, (open) => (open?.key === key ? null : open)),
);

interface Paid {
  readonly payment: PendingPayment;
  readonly paymentReference: string;
}

/**
 * Turns a payment into its one order, empties the cart of it and goes to its confirmation. Called
 * again for the same payment, it does nothing.
 */
export const placeOrderAtom = action(
  'placeOrderAtom',
  [orderHistoryAtom, pendingPaymentAtom, placedOrderAtom, cartAtom],
  (get, set, { payment, paymentReference }: Paid): void => {
    if (!get(sessionAtom)) return;
    const placedAt = new Date().toISOString();
    let isNew = false;
    // The order first: after a crash in between, the payment that still waits has its order already.
    set(storedOrdersAtom, (before) => {
      const after = recordOrder(before, payment, { placedAt, paymentReference });
      isNew = after !== before;
      return after;
    });
    set(discardPaymentAtom, payment.key);
    if (!isNew) return;
    set(placedIdAtom, payment.key);
    storedPlacedId.write(payment.key);
    void set(emptyCartAtom, payment.lines);
    toast.success('Order has been placed successfully!!');
    set(openPageAtom, 'order-placed');
  },
);
