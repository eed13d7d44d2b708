import { categories as categoryNames, sizes } from '@patchwork/domain';
import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  type PgColumn,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { position } from './columns.ts';

export const categories = pgTable('categories', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  image: text('image').notNull(),
  position: position(),
});

/** 'shirt' as 'qsqhqiqrqtq': an index of three letters in a row then serves a search for one or two. */
export const spacedLetters = (column: PgColumn): SQL =>
  sql`regexp_replace(${column}, '', 'q', 'g')`;

export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    position: position(),
    title: text('title').notNull(),
    /** The title in lower case, by JavaScript: Postgres makes other letters of some, such as 'İ'. */
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
  },
  (table) => [
    uniqueIndex('products_position').on(table.position),
    // One for each order of the list that the filters narrow; the search has one of its own.
    index('products_price').on(table.price, table.position),
    index('products_category').on(table.category, table.position),
    index('products_size').on(table.size, table.position),
    index('products_category_price').on(table.category, table.price, table.position),
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
 * At most one row. Triggers on the table of products give it another revision in each transaction that changes what
 * the shop shows of a product, which is everything but the number of pieces. They do so when the transaction is
 * committed, so that no other one waits for more than its end.
 */
export const catalogueRevisions = pgTable('catalogue_revisions', {
  isOnly: boolean('is_only').primaryKey().default(true),
  revision: uuid('revision').notNull(),
});
