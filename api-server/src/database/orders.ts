import type { WireAddress, WireLine } from '@patchwork/api/wire';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
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
    /** The provider's account that has the order: Razorpay's key id. The simulator has none. */
    account: text('account'),
    /** Null until the provider has made its order. */
    providerOrderId: text('provider_order_id').unique(),
    /** The payment that paid it. On a closed one: paid too late, to be given back. */
    paymentId: text('payment_id'),
    refundedAt: instant('refunded_at'),
    /** The sweep leaves it alone until then: its end, a wait after a failure, or another process has it. */
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** Attempts of the sweep that failed. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('checkouts_one_open').on(table.shopperId).where(sql`${table.status} = 'open'`),
    // A shopper's unpaid ones; and deleting a shopper looks for theirs.
    index('checkouts_shopper_id').on(table.shopperId, table.openedAt).concurrently(),
    index('checkouts_settle_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.status} = 'open'`)
      .concurrently(),
    index('checkouts_refund_due')
      .on(table.nextAttemptAt)
      .where(
        sql`${table.status} = 'closed' and ${table.paymentId} is not null and ${table.refundedAt} is null`,
      )
      .concurrently(),
    check('checkouts_total', sql`${table.total} >= 0`),
  ],
);

/** What the simulator would keep at a real provider. */
export const simulatedPayments = pgTable('simulated_payments', {
  orderId: text('order_id').primaryKey(),
  paymentId: text('payment_id').notNull().unique(),
  paidAt: instant('paid_at').notNull().defaultNow(),
});
