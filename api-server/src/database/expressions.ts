import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/*
 * The database's clock decides what is over: the clocks of several processes differ. All statements of one
 * transaction see the same time.
 */

export const now: SQL<Date> = sql`now()`;

export const interval = (ms: number): SQL => sql`(${ms} * interval '1 millisecond')`;

export const fromNow = (ms: number): SQL<Date> => sql`(now() + ${interval(ms)})`;

export const ago = (ms: number): SQL<Date> => sql`(now() - ${interval(ms)})`;

/**
 * Returns SQL that writes 'shirt' as 'qsqhqiqrqtq': an index of three letters in a row then also serves searches for
 * one or two.
 */
export const spacedLetters = (column: PgColumn): SQL =>
  sql`regexp_replace(${column}, '', 'q', 'g')`;
