import { createHash, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { buildOnce, type Database } from '../database/database.ts';
import { fromNow, now } from '../database/expressions.ts';
import { sessions, shoppers } from '../database/schema.ts';

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
   * Returns the id of a token's session; undefined if this server didn't sign the token. The database decides whether
   * the session has expired.
   */
  readonly sessionOf: (token: string) => Promise<string | undefined>;
}

// Imported once. Given raw bytes, jose would import the key for each token, which takes longer than verifying.
const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );

/** Creates tokens with the first secret, and accepts those of the others, which other processes may still sign with. */
export function createTokens(secret: string, ...others: readonly string[]): Tokens {
  const key = importKey(secret);
  const keys = [key, ...others.map(importKey)];
  // Session ids of verified tokens, cached because verifying takes a third of a read's time. Each request still asks
  // the database whether the session is valid.
  const known = new Map<string, string>();

  async function verify(token: string, key: CryptoKey): Promise<string | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        requiredClaims: ['exp', 'jti'],
        // The database's clock decides on expiry, because this process's clock may be fast.
        currentDate: new Date(0),
      });
      const parsed = v.safeParse(claims, payload);
      return parsed.success ? parsed.output.jti : undefined;
    } catch {
      return undefined;
    }
  }

  async function verifyWithEach(token: string): Promise<string | undefined> {
    for (const each of keys) {
      const session = await verify(token, await each);
      if (session !== undefined) return session;
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
      const session = known.get(token) ?? (await verifyWithEach(token));
      if (session === undefined) return undefined;
      if (known.size >= KNOWN_TOKENS_LIMIT) known.clear();
      known.set(token, session);
      return session;
    },
  };
}

const SESSION_LIFETIME_MS = 7 * 24 * 3_600_000;

/** Shopper and session that a request's token belongs to. */
export interface Caller {
  readonly sessionId: string;
  readonly shopperId: string;
}

/** Operator that a request's token belongs to. The email is for the audit. */
export interface Operator extends Caller {
  readonly email: string;
}

interface Owner {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Returns a hash of a login's network address, salted with the shopper's id, because addresses themselves must not be
 * stored.
 */
const placeOf = (shopperId: string, address: string): string =>
  createHash('sha256').update(`${shopperId} ${address}`).digest('base64url');

/**
 * Opens a session for a login from this network address, and returns its token; undefined if the account was disabled
 * or its password changed after `owner` was read. Locks the account's row, so that a concurrent change that ends all
 * sessions ends the new session too.
 */
export async function openSession(
  db: Database,
  tokens: Tokens,
  owner: Owner,
  address?: string,
): Promise<string | undefined> {
  const sessionId = randomUUID();
  const place = address === undefined ? null : placeOf(owner.id, address);
  const [session] = await db
    .insert(sessions)
    .select(
      db
        .select({
          id: sql`${sessionId}::uuid`.as('id'),
          shopperId: shoppers.id,
          createdAt: sql`now()`.as('created_at'),
          expiresAt: sql`${fromNow(SESSION_LIFETIME_MS)}`.as('expires_at'),
          place: sql`${place}::text`.as('place'),
        })
        .from(shoppers)
        .where(
          and(
            eq(shoppers.id, owner.id),
            eq(shoppers.passwordHash, owner.passwordHash),
            isNull(shoppers.disabledAt),
          ),
        )
        .for('share'),
    )
    .returning({ expiresAt: sessions.expiresAt });
  if (!session) return undefined;
  const { expiresAt } = session;
  return tokens.sign({ sessionId, shopperId: owner.id, email: owner.email, expiresAt });
}

const openSessionQuery = buildOnce((db) =>
  db
    .select({ shopperId: sessions.shopperId })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('sessionId')), gt(sessions.expiresAt, now)))
    .prepare('findSession'),
);

/** Returns the caller with this token; undefined if the token is invalid, or its session has ended or expired. */
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

/**
 * Returns the caller as an operator; undefined for a shopper. Reads the role for each request, because it may be
 * revoked.
 */
export async function findOperator(db: Database, caller: Caller): Promise<Operator | undefined> {
  const [operator] = await db
    .select({ email: shoppers.email })
    .from(shoppers)
    .where(and(eq(shoppers.id, caller.shopperId), eq(shoppers.role, 'operator')));
  return operator && { ...caller, ...operator };
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
