import { userInfo } from 'node:os';
import { type EndpointName, endpoints } from '@patchwork/api';
import { parseBody, parseQuery } from '@patchwork/api/parse-input';
import type { Refusal } from '@patchwork/api/refusals';
import type { Result } from '@patchwork/domain';
import type { Command } from 'commander';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { CommandError } from './files.ts';

/** Output of a command: a sentence, or data with --json. */
export interface Report {
  readonly sentence: string;
  readonly data: object;
  /** Failure of a part of the command. It is thrown after the output. */
  readonly failure?: CommandError | undefined;
}

export interface Program {
  readonly program: Command;
  readonly add: (parent: Command, usage: string, description: string) => Command;
  readonly run: (command: Command, work: (db: Database) => Promise<Report>) => Promise<void>;
  readonly readSettings: () => Settings;
}

/**
 * Returns the name of the user at the command line: the operator in the settings; without that, the Postgres role; for
 * an embedded database, the system account.
 */
export async function whoIs(db: Database, { operator, database }: Settings): Promise<string> {
  if (operator !== undefined) return operator;
  if (database.kind !== 'postgres') return userInfo().username;
  const [row] = await db
    .select({ role: sql<string>`current_user::text` })
    .from(sql`(select 1) as one`);
  return row?.role ?? '';
}

/** Returns a result's value, or throws its refusal as a CommandError. */
function orThrow<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw new CommandError(result.error.text.replace(/ Bad Request error\.$/, ''));
}

/** Parses a command's options as the body of an API call. Throws a CommandError if the call's schema refuses them. */
export function checkBody<T>(name: EndpointName, body: object): T {
  const { body: codec } = endpoints[name] as { body?: Parameters<typeof parseBody>[0] };
  if (!codec) throw new Error(`${name} has no body`);
  return orThrow(parseBody(codec, JSON.stringify(body))) as T;
}

export const pageOptions = (command: Command): Command =>
  command
    .option('--limit <count>', 'number of entries, up to 100', '20')
    .option('--cursor <cursor>', 'continue after the page with this cursor');

interface PageOptions {
  readonly limit: string;
  readonly cursor?: string;
}

export function checkPage<T>(
  codec: Parameters<typeof parseQuery>[0],
  { limit, cursor }: PageOptions,
  fields: Readonly<Record<string, string | undefined>>,
): T {
  const given = Object.entries({ limit, cursor, ...fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return orThrow(parseQuery(codec, new URLSearchParams(given))) as T;
}

/** Query schema with only limit, cursor and search. */
export const pageQuery = endpoints.listShoppers.query;

export function found<T>(page: T | undefined): T {
  if (page === undefined) throw new CommandError('--cursor is not the cursor of a page');
  return page;
}

/**
 * Formats a list, one line per entry. For an empty list, the text of `nothing` is the only line. Ends with the option
 * for the next page if there is one.
 */
export const listed = (
  lines: readonly string[],
  nothing: string,
  nextCursor: string | null,
): string =>
  [
    ...(lines.length > 0 ? lines : [nothing]),
    ...(nextCursor === null ? [] : [`There are more: --cursor ${nextCursor}`]),
  ].join('\n');

export const minuteOf = (time: Date | string): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
