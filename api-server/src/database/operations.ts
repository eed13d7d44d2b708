import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** How often something was tried since a window began. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A hash: it names no person. */
    key: text('key').notNull(),
    windowStart: instant('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window_start').on(table.windowStart),
  ],
);

/** What is made once and has to stay the same, such as the secret that signs tokens. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
