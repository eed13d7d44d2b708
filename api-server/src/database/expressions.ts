import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/* The database's clock decides what has expired, because the processes' clocks differ. Within a transaction the time
   is constant. */

export const now: SQL<Date> = sql`now()`;

export const interval = (ms: number): SQL => sql`(${ms} * interval '1 millisecond')`;

export const fromNow = (ms: number): SQL<Date> => sql`(now() + ${interval(ms)})`;

export const ago = (ms: number): SQL<Date> => sql`(now() - ${interval(ms)})`;

/**
 * Returns SQL that turns 'shirt' into 'qsqhqiqrqtq', so that a trigram index also serves searches for one or two
 * letters.
 */
export const spacedLetters = (column: PgColumn): SQL =>
  sql`regexp_replace(${column}, '', 'q', 'g')`;

/**
 * Returns SQL that turns 'linen shirt' into 'linenqshirt', so that a trigram index also knows which words follow each
 * other.
 */
export const joinedWords = (column: PgColumn): SQL => sql`translate(${column}, ' ', 'q')`;

/**
 * Returns the condition for orders with a line in the state 'returnAsked': a return of the line was requested, and no
 * event answers it. The order of the events doesn't matter, because a line is returned at most once.
 */
export const isReturnAsked = (events: PgColumn): SQL =>
  sql`not (
    jsonb_path_query_array(${events}, '$[*] ? (@.type == "returnAsked").products[*]') <@
    jsonb_path_query_array(${events},
      '$[*] ? (@.type == "returnAccepted" || @.type == "returnDeclined" || @.type == "refundGranted").products[*]'))`;

/** Returns the condition for mails that still have to be sent. */
export const isWaiting = ({ sentAt, failedAt }: Record<'sentAt' | 'failedAt', PgColumn>): SQL =>
  sql`${sentAt} is null and ${failedAt} is null`;

/** Returns the condition for confirmed requests whose product has not come back yet. */
export const isAlertWaiting = ({
  confirmedAt,
  mailedAt,
}: Record<'confirmedAt' | 'mailedAt', PgColumn>): SQL =>
  sql`${confirmedAt} is not null and ${mailedAt} is null`;

/** Whether a text is a UUID. Postgres can't compare a UUID column with a text that isn't a UUID. */
export const isUuid = (text: string): boolean =>
  /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
