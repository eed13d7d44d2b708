import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from './columns.ts';

export const shoppers = pgTable('shoppers', {
  id: id(),
  /** As the shopper wrote it. */
  email: text('email').notNull(),
  /** In lower case: emails are compared without case. */
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

/** Foreign key to the owner; a shopper's rows are deleted with them. */
export const shopperId = () =>
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
