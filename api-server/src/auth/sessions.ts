import { createHash, randomUUID } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { buildOnce, type Database } from '../database/database.ts';
import { fromNow, now } from '../database/expressions.ts';
import { sessions } from '../database/schema.ts';

const algorithm = 'HS256';

const claims = v.object({ jti: v.pipe(v.string(), v.uuid()) });

const KNOWN_TOKENS_LIMIT = 1_000;

interface TokenContent {
  readonly sessionId: string;
  readonly shopperId: string;
  readonly email: string;
  readonly expiresAt: Date;
}

export interface Tokens {
  readonly sign: (content: TokenContent) => Promise<string>;
  /**
   * Returns the session id of a token that was signed here, else undefined. Only the database knows whether the session
   * has expired.
   */
  readonly sessionOf: (token: string) => Promise<string | undefined>;
}

export function createTokens(secret: string): Tokens {
  // Imported once: given bytes, jose would import the key for each token, which takes longer than verifying.
  const key = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  // Sessions of verified tokens: verifying takes a third of a read's time. The database still decides each time whether
  // a session has ended or expired.
  const known = new Map<string, string>();

  async function verify(token: string): Promise<string | undefined> {
    try {
      const { payload } = await jwtVerify(token, await key, {
        algorithms: [algorithm],
        requiredClaims: ['exp', 'jti'],
        // Expiry is left to the database's clock: this process's may be ahead.
        currentDate: new Date(0),
      });
      const parsed = v.safeParse(claims, payload);
      return parsed.success ? parsed.output.jti : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    sign: async ({ sessionId, shopperId, email, expiresAt }) =>
      new SignJWT({ email, _id: shopperId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(await key),

    async sessionOf(token) {
      const session = known.get(token) ?? (await verify(token));
      if (session === undefined) return undefined;
      if (known.size >= KNOWN_TOKENS_LIMIT) known.clear();
      known.set(token, session);
      return session;
    },
  };
}

const SESSION_LIFETIME_MS = 7 * 24 * 3_600_000;

/** Shopper who sent a request, and the session of their token. */
export interface Caller {
  readonly sessionId: string;
  readonly shopperId: string;
}

interface Owner {
  readonly id: string;
  readonly email: string;
}

/** Returns a hash of a login's network address, different for each shopper: the address itself is not stored. */
const placeOf = (shopperId: string, address: string): string =>
  createHash('sha256').update(`${shopperId} ${address}`).digest('base64url');

/** Opens a session, requested from this network address, and returns its token. */
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

/** Returns the owner of a token; undefined if its session has ended or expired. */
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
