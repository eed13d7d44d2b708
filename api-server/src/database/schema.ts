import type { WireProduct } from '@patchwork/api';
import type { WireAddress, WireEvent, WireLine } from '@patchwork/api/wire';
import {
  type Colour,
  categories as categoryNames,
  type PictureSource,
  type ProductPicture,
  sizes,
} from '@patchwork/domain';
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
import {
  isAlertWaiting,
  isReturnAsked,
  isWaiting,
  joinedWords,
  spacedLetters,
} from './expressions.ts';

/* Columns that several tables have. */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

const createdAt = () => instant('created_at').notNull().defaultNow();
const updatedAt = () => instant('updated_at').notNull().defaultNow();

/** Position in a list, ascending in order of insertion. */
const position = () => bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity();

const id = () => uuid('id').primaryKey();

export const shoppers = pgTable(
  'shoppers',
  {
    id: id(),
    /** Email as entered; '' for a deleted account. */
    email: text('email').notNull(),
    /** `emailKeyOf` of the email. */
    emailKey: text('email_key').notNull().unique(),
    name: text('name').notNull(),
    /**
     * `searchKeyOf` of name and email, for operators' search. Null until the housekeeping fills them in: in rows that
     * the version before them has written, and after another program has changed the name or the email.
     */
    nameKey: text('name_key'),
    emailSearchKey: text('email_search_key'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Other fields of the sign-up, returned as sent. */
    profile: jsonb('profile').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Argon2id hash with its parameters and salt. */
    passwordHash: text('password_hash').notNull(),
    /** Role of the account. Only `pnpm api user role` makes an operator; no request can. */
    role: text('role', { enum: ['shopper', 'operator'] })
      .notNull()
      .default('shopper'),
    emailConfirmedAt: instant('email_confirmed_at'),
    /** Time at which the account was disabled; null if it wasn't. */
    disabledAt: instant('disabled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('shoppers_newest').on(table.createdAt, table.id),
    // Indexes for prefix searches by name and email.
    index('shoppers_name_key').on(table.nameKey.op('text_pattern_ops')).concurrently(),
    index('shoppers_email_search_key')
      .on(table.emailSearchKey.op('text_pattern_ops'))
      .concurrently(),
    index('shoppers_without_keys').on(table.id).where(sql`${table.nameKey} is null`).concurrently(),
    // For rows without keys. The release after the one with the keys drops these two.
    index('shoppers_email').on(table.emailKey.op('text_pattern_ops')),
    index('shoppers_name').on(sql`lower(${table.name}) text_pattern_ops`),
  ],
);

/** Foreign key to the shopper, with whom the rows are deleted. */
const shopperId = () =>
  uuid('shopper_id')
    .notNull()
    .references(() => shoppers.id, { onDelete: 'cascade' });

/** Logins. A token is valid until its session expires or is deleted. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    shopperId: shopperId(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** Salted hash of the login's network address; null if the address is unknown. */
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
    /** `searchTextOf` of the title: in JavaScript's lower case, which differs from that of Postgres for some letters. */
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
    /** Pieces in the warehouse, including the reserved ones. */
    stock: integer('stock').notNull(),
    /** Pieces reserved by open checkouts and exchanges, which can't be sold to others. */
    held: integer('held').notNull().default(0),
    deliveryDays: integer('delivery_days').notNull(),
    trending: boolean('trending').notNull(),
    sources: jsonb('sources').$type<readonly PictureSource[]>(),
    pictures: jsonb('pictures').$type<readonly ProductPicture[]>(),
    care: text('care'),
    /** Id that the product has in common with the same piece in other sizes and colours. */
    style: text('style'),
    colour: jsonb('colour').$type<Colour>(),
    /** Whether the product is neither shown nor sold. */
    isHidden: boolean('is_hidden').notNull().default(false),
  },
  (table) => [
    uniqueIndex('products_position').on(table.position),
    // Indexes for each sort order, also with filters; the search has its own. Hidden products are left out, so that
    // index-only scans can count.
    ...[
      index('products_shown_price').on(table.price, table.position),
      index('products_shown_category').on(table.category, table.position),
      index('products_shown_size').on(table.size, table.position),
      index('products_shown_category_price').on(table.category, table.price, table.position),
    ].map((shown) => shown.where(sql`not ${table.isHidden}`)),
    // For the siblings of a product.
    index('products_styles')
      .on(table.style)
      .where(sql`${table.style} is not null and not ${table.isHidden}`)
      .concurrently(),
    index('products_trending').on(table.position).where(sql`${table.trending}`),
    index('products_search').using('gin', sql`${table.searchTitle} gin_trgm_ops`),
    index('products_search_letters').using(
      'gin',
      sql`(${spacedLetters(table.searchTitle)}) gin_trgm_ops`,
    ),
    index('products_search_phrases')
      .using('gin', sql`(${joinedWords(table.searchTitle)}) gin_trgm_ops`)
      .concurrently(),
    check('products_price', sql`${table.price} >= 0 and ${table.originalPrice} >= 0`),
    check('products_rating', sql`${table.rating} between 0 and 5`),
    check('products_stock', sql`${table.stock} >= 0`),
    check('products_held', sql`${table.held} >= 0 and ${table.held} <= ${table.stock}`),
  ],
);

/**
 * Words of titles, for corrections of a search. Triggers on `products` add them; those of titles that are gone stay.
 */
export const titleWords = pgTable('title_words', { word: text('word').primaryKey() }, (table) => [
  index('title_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
]);

/**
 * Revision of the catalogue; the table has at most one row. Triggers on `products` set a new revision in each
 * transaction that changes what shoppers see of a product: everything except how many pieces are in stock. The triggers
 * run at commit, so that other transactions wait only briefly.
 */
export const catalogueRevisions = pgTable('catalogue_revisions', {
  isOnly: boolean('is_only').primaryKey().default(true),
  revision: uuid('revision').notNull(),
});

/* A line copies the product as it was when added, so that a changed price is noticed. No foreign key, because the
   product may have left the catalogue. */
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
    /** Id generated by the client. */
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

/** PIN codes that the shop delivers to. Without a row, it delivers everywhere. */
export const pinCodes = pgTable(
  'pin_codes',
  {
    pin: text('pin').primaryKey(),
    /** Calendar days from the day of the order to the delivery. */
    days: integer('days').notNull(),
    isCashOnDelivery: boolean('is_cash_on_delivery').notNull(),
    importedAt: instant('imported_at').notNull().defaultNow(),
  },
  (table) => [check('pin_codes_days', sql`${table.days} >= 0`)],
);

const bought = () => ({
  /** Lines as bought. Later changes to the catalogue don't affect them. */
  lines: jsonb('lines').$type<WireLine[]>().notNull(),
  /** Whole rupees. */
  total: bigint('total', { mode: 'number' }).notNull(),
  address: jsonb('address').$type<WireAddress>().notNull(),
  /** Calendar days from the day of the order to the delivery; null if there was no table of PIN codes. */
  deliveryDays: integer('delivery_days'),
  /** Fee of cash on delivery in whole rupees, a part of `total`; null if the order is paid before. */
  cashFee: integer('cash_fee'),
});

export const orders = pgTable(
  'orders',
  {
    shopperId: shopperId(),
    /** Key of the order's checkout, so that each checkout creates one order. */
    id: uuid('id').primaryKey(),
    /** Random number for people to quote. */
    number: text('number').notNull(),
    placedAt: instant('placed_at').notNull(),
    ...bought(),
    /** Unique, so that each payment creates one order. */
    paymentReference: text('payment_reference').notNull().unique(),
    /** Events since the order was placed, oldest first. Changed only while the row is locked. */
    events: jsonb('events').$type<WireEvent[]>().notNull().default([]),
    /** Status that `orderStatus` derives from the events, stored for lists. */
    status: text('status', {
      enum: ['placed', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded'],
    })
      .notNull()
      .default('placed'),
    /** Whether an exchange is requested and not ended, by the events; stored for lists. */
    hasExchange: boolean('has_exchange').notNull().default(false),
    /** Time at which the next of them that is not sent ends by itself, by the events; null if there is none. */
    exchangeUntil: instant('exchange_until'),
  },
  (table) => [
    index('orders_placed_at').on(table.shopperId, table.placedAt, table.id),
    uniqueIndex('orders_number').on(table.number),
    index('orders_newest').on(table.placedAt, table.id),
    index('orders_status').on(table.status, table.placedAt, table.id),
    index('orders_exchange')
      .on(table.placedAt, table.id)
      .where(sql`${table.hasExchange}`)
      .concurrently(),
    index('orders_return_asked').on(table.placedAt, table.id).where(isReturnAsked(table.events)),
  ],
);

/** Amounts to refund for an order's events. */
export const refunds = pgTable(
  'refunds',
  {
    /** Idempotency key at the provider. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Index of the event that caused the refund. */
    cause: integer('cause').notNull(),
    /** Whole rupees. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Whether an operator pays the refund, because a part of it was paid in cash; never a provider. */
    byHand: boolean('by_hand').notNull().default(false),
    createdAt: createdAt(),
    /** Null until the provider has accepted the refund. */
    refundedAt: instant('refunded_at'),
    /** Time before which the sweep skips the refund. */
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('refunds_cause').on(table.orderId, table.cause),
    index('refunds_due').on(table.nextAttemptAt).where(sql`${table.refundedAt} is null`),
    check('refunds_amount', sql`${table.amount} > 0`),
  ],
);

/**
 * Outgoing mails. Each is written in the transaction that causes it, and later sent at least once, by any process. The
 * id is the Message-ID, by which mail servers recognize duplicates.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    /**
     * Values for the template, which may include the token of a link. Emptied once the mail is sent, or is too late for
     * its link.
     */
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    /** Time at which sending was given up. */
    failedAt: instant('failed_at'),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('mails_due').on(table.nextAttemptAt).where(isWaiting(table)),
    index('mails_newest').on(table.createdAt, table.id),
    // The list of waiting mails would not use `mails_due`: Postgres overestimates their number, and would read all
    // mails by time.
    index('mails_waiting').on(table.createdAt, table.id).where(isWaiting(table)),
    index('mails_failed').on(table.createdAt, table.id).where(sql`${table.failedAt} is not null`),
    index('mails_recipient').on(table.recipient),
  ],
);

/** Single-use tokens of links in mails. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    /** SHA-256 of the token. The token itself is only in the mail. */
    hash: text('hash').primaryKey(),
    shopperId: shopperId(),
    purpose: text('purpose', { enum: ['password', 'email'] }).notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('mail_tokens_shopper_id').on(table.shopperId),
    index('mail_tokens_expires_at').on(table.expiresAt),
  ],
);

/** Who gets a mail, once, when a product is in stock again. A row is kept for a while after its mail, for the mail's link. */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: id(),
    /** No foreign key, which would refuse to truncate the products. */
    productId: text('product_id').notNull(),
    email: text('email').notNull(),
    /** `emailKeyOf` of the email. */
    emailKey: text('email_key').notNull(),
    /** Shopper who asked; null if anyone did. */
    shopperId: uuid('shopper_id').references(() => shoppers.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the last mail; null before the first. */
    hash: text('hash').unique(),
    askedAt: instant('asked_at').notNull().defaultNow(),
    /** Time at which the address was confirmed. An unconfirmed row is deleted after a day. */
    confirmedAt: instant('confirmed_at'),
    /** Time at which the mail about the stock was enqueued. */
    mailedAt: instant('mailed_at'),
  },
  (table) => [
    uniqueIndex('stock_alerts_once').on(table.emailKey, table.productId),
    index('stock_alerts_shopper_id').on(table.shopperId),
    index('stock_alerts_waiting').on(table.askedAt).where(isAlertWaiting(table)),
  ],
);

/** Operators' changes: who changed what, with the values before and after. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: instant('at').notNull().defaultNow(),
    /** Email of the operator or, at the command line, the name that `whoIs` returns. */
    actor: text('actor').notNull(),
    /** Command or call, such as 'orders ship'. */
    action: text('action').notNull(),
    /** See `recordChange`. */
    subject: text('subject').notNull(),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
  },
  (table) => [index('audit_entries_subject').on(table.subject, table.position)],
);

/** Purchases that wait for payment, were paid, or were closed. An open checkout reserves its pieces. */
export const checkouts = pgTable(
  'checkouts',
  {
    /** Idempotency key generated by the client. */
    key: uuid('key').primaryKey(),
    shopperId: shopperId(),
    status: text('status', { enum: ['open', 'paid', 'closed'] }).notNull(),
    openedAt: instant('opened_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    ...bought(),
    provider: text('provider', { enum: ['simulator', 'razorpay', 'cod'] }).notNull(),
    /** Key id of the Razorpay account at which the order was created. Null for the simulator and in older rows. */
    account: text('account'),
    /** Order id at the provider; null until the provider has created the order. */
    providerOrderId: text('provider_order_id').unique(),
    /** Provider's id of the payment. On a closed checkout, it is a late payment that must be refunded. */
    paymentId: text('payment_id'),
    refundedAt: instant('refunded_at'),
    /**
     * Time before which the sweep skips the checkout: its expiry, a delay after a failure, or another process's claim.
     */
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** Number of failed attempts of the sweep. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('checkouts_one_open').on(table.shopperId).where(sql`${table.status} = 'open'`),
    // Index for a shopper's unpaid checkouts, and for deleting a shopper's checkouts.
    index('checkouts_shopper_id').on(table.shopperId, table.openedAt),
    index('checkouts_settle_due').on(table.nextAttemptAt).where(sql`${table.status} = 'open'`),
    index('checkouts_refund_due')
      .on(table.nextAttemptAt)
      .where(
        sql`${table.status} = 'closed' and ${table.paymentId} is not null and ${table.refundedAt} is null`,
      ),
    check('checkouts_total', sql`${table.total} >= 0`),
  ],
);

/** Payments at the simulator. A real provider stores its payments itself. */
export const simulatedPayments = pgTable('simulated_payments', {
  orderId: text('order_id').primaryKey(),
  paymentId: text('payment_id').notNull().unique(),
  paidAt: instant('paid_at').notNull().defaultNow(),
});

/** Number of attempts in each window of 15 minutes. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Kind of the attempts, and a hash of their network address and email. */
    key: text('key').notNull(),
    windowStart: instant('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window_start').on(table.windowStart),
  ],
);

/** Values that are generated once, such as the secret for signing tokens. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
