import { createHash, randomUUID } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { buildOnce } from '../database/build-once.ts';
import { fromNow, now } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { sessions } from '../database/schema.ts';
import type { Tokens } from './tokens.ts';

const SESSION_LIFETIME_MS = 7 * 24 * 3_600_000;

/** Who calls, and by which session. */
export interface Caller {
  readonly sessionId: string;
  readonly shopperId: string;
}

interface Owner {
  readonly id: string;
  readonly email: string;
}

/** What is stored of the network address of a login. */
const placeOf = (shopperId: string, address: string): string =>
  createHash('sha256').update(`${shopperId} ${address}`).digest('base64url');

/** Opens a session, which was asked for from this network address; returns its token. */
export async function openSession(
  db: Database,
  tokens: Tokens,
  owner: Owner,
  address?: string,
): Promise<string> {
  const sessionId = randomUUID();
  const place = address === undefined ? null : placeOf(owner.id, address);
  const [session] = await db
    .insert(sessions)
    .values({
      id: sessionId,
      shopperId: owner.id,
      expiresAt: fromNow(SESSION_LIFETIME_MS),
      place,
    })
    .returning({ expiresAt: sessions.expiresAt });
  if (!session) throw new Error('A session was not stored');
  const { expiresAt } = session;
  return tokens.sign({ sessionId, shopperId: owner.id, email: owner.email, expiresAt });
}

const openSessionQuery = buildOnce((db) =>
  db
    .select({ shopperId: sessions.shopperId })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('sessionId')), gt(sessions.expiresAt, now)))
    .prepare(''),
);

/** The owner of a token whose session was not ended; else undefined. */
export async function findCaller(
  db: Database,
  tokens: Tokens,
  token: string,
): Promise<Caller | undefined> {
  const sessionId = await tokens.sessionOf(token);
  if (sessionId === undefined) return undefined;
  const [session] = await openSessionQuery(db).execute({ sessionId });
  return session && { sessionId, shopperId: session.shopperId };
}

/** Whether the shopper has a session that was opened from this network address. */
export async function isKnownPlace(
  db: Database,
  shopperId: string,
  address: string,
): Promise<boolean> {
  const known = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.shopperId, shopperId),
        eq(sessions.place, placeOf(shopperId, address)),
        gt(sessions.expiresAt, now),
      ),
    )
    .limit(1);
  return known.length > 0;
}

export const deleteExpiredSessions = (db: Database): Promise<unknown> =>
  db.delete(sessions).where(lt(sessions.expiresAt, now));
