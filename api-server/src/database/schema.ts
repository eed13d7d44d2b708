import type { WireProduct } from '@patchwork/api';
import type { WireAddress, WireLine } from '@patchwork/api/wire';
import { categories as categoryNames, type ProductPicture, sizes } from '@patchwork/domain';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { spacedLetters } from './expressions.ts';

/* Columns of several tables. */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

const createdAt = () => instant('created_at').notNull().defaultNow();
const updatedAt = () => instant('updated_at').notNull().defaultNow();

/** Position in a list: rows are listed in the order in which they were added. */
const position = () => bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity();

const id = () => uuid('id').primaryKey();

export const shoppers = pgTable('shoppers', {
  id: id(),
  /** Email as the shopper wrote it. */
  email: text('email').notNull(),
  /** Email in lower case: emails are compared without case. */
  emailKey: text('email_key').notNull().unique(),
  name: text('name').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** The other fields that a signup sent, which are returned as they came. */
  profile: jsonb('profile').$type<Readonly<Record<string, unknown>>>().notNull(),
  /** Argon2id, with its parameters and salt. */
  passwordHash: text('password_hash').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Foreign key to the owner. A shopper's rows are deleted with the shopper. */
const shopperId = () =>
  uuid('shopper_id')
    .notNull()
    .references(() => shoppers.id, { onDelete: 'cascade' });

/** A login. A token is valid while its session is here. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    shopperId: shopperId(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** A hash of the network address that the login came from. */
    place: text('place'),
  },
  (table) => [
    index('sessions_shopper_id').on(table.shopperId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

export const categories = pgTable('categories', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  image: text('image').notNull(),
  position: position(),
});

export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    position: position(),
    title: text('title').notNull(),
    /** Title in the lower case of JavaScript: that of Postgres differs for some letters, such as 'İ'. */
    searchTitle: text('search_title').notNull(),
    description: text('description').notNull(),
    image: text('image').notNull(),
    category: text('category', { enum: categoryNames }).notNull(),
    size: text('size', { enum: sizes }).notNull(),
    /** Whole rupees. */
    price: integer('price').notNull(),
    /** Whole rupees. */
    originalPrice: integer('original_price').notNull(),
    rating: doublePrecision('rating').notNull(),
    reviews: text('reviews').notNull(),
    /** Pieces in the warehouse, those of open checkouts included. */
    stock: integer('stock').notNull(),
    /** Pieces that open checkouts hold: they can't be sold to someone else. */
    held: integer('held').notNull().default(0),
    deliveryDays: integer('delivery_days').notNull(),
    trending: boolean('trending').notNull(),
    pictures: jsonb('pictures').$type<readonly ProductPicture[]>(),
    care: text('care'),
  },
  (table) => [
    uniqueIndex('products_position').on(table.position),
    // Indexes for the orders of the list, also when filters narrow it; the search has its own.
    index('products_price').on(table.price, table.position),
    index('products_category').on(table.category, table.position),
    index('products_size').on(table.size, table.position),
    index('products_category_price').on(table.category, table.price, table.position),
    index('products_trending').on(table.position).where(sql`${table.trending}`).concurrently(),
    index('products_search').using('gin', sql`${table.searchTitle} gin_trgm_ops`),
    index('products_search_letters').using(
      'gin',
      sql`(${spacedLetters(table.searchTitle)}) gin_trgm_ops`,
    ),
    check('products_price', sql`${table.price} >= 0 and ${table.originalPrice} >= 0`),
    check('products_rating', sql`${table.rating} between 0 and 5`),
    check('products_stock', sql`${table.stock} >= 0`),
    check('products_held', sql`${table.held} >= 0 and ${table.held} <= ${table.stock}`),
  ],
);

/**
 * Revision of the catalogue; at most one row. Triggers on the table of products give it a new revision in each
 * transaction that changes what the shop shows of a product, which is everything but the number of pieces. They run
 * when the transaction is committed, so that other transactions wait only for that moment.
 */
export const catalogueRevisions = pgTable('catalogue_revisions', {
  isOnly: boolean('is_only').primaryKey().default(true),
  revision: uuid('revision').notNull(),
});

/*
 * A line keeps the product as it was when it was added, so that a changed price is noticed. Its
 * product may have left the catalogue since: no foreign key.
 */
const line = () => ({
  shopperId: shopperId(),
  productId: text('product_id').notNull(),
  product: jsonb('product').$type<WireProduct>().notNull(),
  position: position(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const cartLines = pgTable(
  'cart_lines',
  { ...line(), quantity: integer('qty').notNull().default(1) },
  (table) => [primaryKey({ columns: [table.shopperId, table.productId] })],
);

export const wishlistLines = pgTable('wishlist_lines', line(), (table) => [
  primaryKey({ columns: [table.shopperId, table.productId] }),
]);

export const addresses = pgTable(
  'addresses',
  {
    shopperId: shopperId(),
    /** Id that the client made. */
    id: text('id').notNull(),
    name: text('name').notNull(),
    houseNumber: text('house_number').notNull(),
    street: text('street').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    pinCode: text('pin_code').notNull(),
    mobile: text('mobile').notNull(),
    position: position(),
  },
  (table) => [primaryKey({ columns: [table.shopperId, table.id] })],
);

const bought = () => ({
  /** Lines as they were bought: later changes of the catalogue do not change them. */
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

/** Purchases that shoppers are about to pay. An open one holds its pieces of stock. */
export const checkouts = pgTable(
  'checkouts',
  {
    /** Idempotency key that the client made. */
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
    /** Payment of the checkout. On a closed checkout, a payment that came too late and is to be given back. */
    paymentId: text('payment_id'),
    refundedAt: instant('refunded_at'),
    /**
     * Time until which the sweep leaves the checkout alone: its end, the end of a wait after a failure, or the end of
     * another process's claim.
     */
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** Attempts of the sweep that failed. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('checkouts_one_open').on(table.shopperId).where(sql`${table.status} = 'open'`),
    // Index for a shopper's unpaid checkouts, and for those that are deleted with a shopper.
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

/** Payments of the simulator, which a real provider would keep. */
export const simulatedPayments = pgTable('simulated_payments', {
  orderId: text('order_id').primaryKey(),
  paymentId: text('payment_id').notNull().unique(),
  paidAt: instant('paid_at').notNull().defaultNow(),
});

/** Numbers of attempts within each window of 15 minutes. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Hash that names no person. */
    key: text('key').notNull(),
    windowStart: instant('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window_start').on(table.windowStart),
  ],
);

/** Values that are made once and have to stay the same, such as the secret that signs tokens. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
