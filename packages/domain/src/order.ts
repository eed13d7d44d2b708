import * as v from 'valibot';
import { type Address, addressSchema } from './address.ts';
import type { LineItem } from './cart.ts';
import { lineItemSchema } from './stored-product.ts';

interface Bought {
  readonly lines: readonly LineItem[];
  /** Whole rupees. */
  readonly total: number;
  readonly address: Address;
}

/** What was bought, where it goes and how it was paid. */
export interface Order extends Bought {
  /** The idempotency key of its payment: one payment makes one order. */
  readonly id: string;
  /** ISO, UTC. */
  readonly placedAt: string;
  /** The provider's name for the payment. */
  readonly paymentReference: string;
}

/** A payment that was opened and whose outcome is not known yet. */
export interface PendingPayment extends Bought {
  /** The idempotency key: the same for every question about this payment. */
  readonly key: string;
  /** ISO, UTC. */
  readonly openedAt: string;
}

const id = v.pipe(v.string(), v.nonEmpty());
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);
const bought = {
  lines: v.pipe(v.array(lineItemSchema), v.nonEmpty()),
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  address: addressSchema,
};

export const orderSchema: v.GenericSchema<unknown, Order> = v.object({
  id,
  placedAt: instant,
  ...bought,
  paymentReference: id,
});

export const pendingPaymentSchema: v.GenericSchema<unknown, PendingPayment> = v.object({
  key: id,
  openedAt: instant,
  ...bought,
});

interface Placing {
  readonly placedAt: string;
  readonly paymentReference: string;
}

/** The orders, newest first, with the one that this payment makes: once, however often it is recorded. */
export const recordOrder = (
  orders: readonly Order[],
  { key, lines, total, address }: PendingPayment,
  { placedAt, paymentReference }: Placing,
): readonly Order[] =>
  orders.some((order) => order.id === key)
    ? orders
    : [{ id: key, placedAt, lines, total, address, paymentReference }, ...orders];
