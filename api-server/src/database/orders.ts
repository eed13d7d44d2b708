import type { WireAddress, WireLine } from '@patchwork/api/wire';
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { shopperId } from './shoppers.ts';

const bought = () => ({
  /** As they were bought: later changes of the catalogue do not change them. */
  lines: jsonb('lines').$type<WireLine[]>().notNull(),
  /** Whole rupees. */
  total: bigint('total', { mode: 'number' }).notNull(),
  address: jsonb('address').$type<WireAddress>().notNull(),
});

export const orders = pgTable(
  'orders',
  {
    shopperId: shopperId(),
    /** The key of its checkout, so that one checkout makes one order. */
    id: uuid('id').primaryKey(),
    placedAt: instant('placed_at').notNull(),
    ...bought(),
    /** Unique, so that one payment makes one order. */
    paymentReference: text('payment_reference').notNull().unique(),
  },
  (table) => [index('orders_placed_at').on(table.shopperId, table.placedAt, table.id)],
);

/** What a shopper is about to pay. While it is open it holds its pieces of stock. */
export const checkouts = pgTable(
  'checkouts',
  {
    /** Made by the client: the idempotency key. */
    key: uuid('key').primaryKey(),
    shopperId: shopperId(),
    status: text('status', { enum: ['open', 'paid', 'closed'] }).notNull(),
    openedAt: instant('opened_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    ...bought(),
    provider: text('provider', { enum: ['simulator', 'razorpay'] }).notNull(),
    /** Null until the provider has made its order. */
    providerOrderId: text('provider_order_id').unique(),
    /** The payment that paid it. On a closed one: paid too late, to be given back. */
    paymentId: text('payment_id'),
    refundedAt: instant('refunded_at'),
  },
  (table) => [
    uniqueIndex('checkouts_one_open').on(table.shopperId).where(sql`${table.status} = 'open'`),
    index('checkouts_expires_at').on(table.expiresAt).where(sql`${table.status} = 'open'`),
    check('checkouts_total', sql`${table.total} >= 0`),
  ],
);

/** What the simulator would keep at a real provider. */
export const simulatedPayments = pgTable('simulated_payments', {
  orderId: text('order_id').primaryKey(),
  paymentId: text('payment_id').notNull().unique(),
  paidAt: instant('paid_at').notNull().defaultNow(),
});
