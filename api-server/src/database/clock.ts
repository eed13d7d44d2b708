import { type SQL, sql } from 'drizzle-orm';

/*
 * The database's clock decides what is over: the clocks of several processes differ. All statements of one
 * transaction see the same time.
 */

export const now: SQL<Date> = sql`now()`;

export const interval = (ms: number): SQL => sql`(${ms} * interval '1 millisecond')`;

export const fromNow = (ms: number): SQL<Date> => sql`(now() + ${interval(ms)})`;

export const ago = (ms: number): SQL<Date> => sql`(now() - ${interval(ms)})`;
