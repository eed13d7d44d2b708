import type { WireProduct } from '@patchwork/api';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, position, updatedAt } from './columns.ts';
import { shopperId } from './shoppers.ts';

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
    /** Made by the client. */
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
