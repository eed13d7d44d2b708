import { randomUUID } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
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

/** Opens a session; returns its token. */
export async function openSession(db: Database, tokens: Tokens, owner: Owner): Promise<string> {
  const sessionId = randomUUID();
  const expiresAt = new Date(Date.now() + SESSION_LIFETIME_MS);
  await db.insert(sessions).values({ id: sessionId, shopperId: owner.id, expiresAt });
  return tokens.sign({ sessionId, shopperId: owner.id, email: owner.email, expiresAt });
}

/** The owner of a token whose session was not ended; else undefined. */
export async function findCaller(
  db: Database,
  tokens: Tokens,
  token: string,
): Promise<Caller | undefined> {
  const sessionId = await tokens.sessionOf(token);
  if (sessionId === undefined) return undefined;
  const [session] = await db
    .select({ shopperId: sessions.shopperId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, new Date())));
  return session && { sessionId, shopperId: session.shopperId };
}

export const deleteExpiredSessions = (db: Database): Promise<unknown> =>
  db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
