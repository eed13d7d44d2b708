import { bigint, timestamp, uuid } from 'drizzle-orm/pg-core';

/* What several tables have. */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();

/** Rows are listed in the order in which they were added. */
export const position = () => bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity();

export const id = () => uuid('id').primaryKey();
