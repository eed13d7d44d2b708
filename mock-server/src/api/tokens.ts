import type { Endpoint } from '@patchwork/api';
import { type Refusal, refusals } from '@patchwork/api/refusals';
import { err, ok, type Result } from '@patchwork/domain';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';

/** Key that signs the tokens. It is constant, so that sessions survive a reload. */
const secret = new TextEncoder().encode('patchwork mock: not a real secret');

const algorithm = 'HS256';

const claims = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  iat: v.optional(v.number(), 0),
  exp: v.number(),
  jti: v.string(),
});

/** Session that a token belongs to. Logging out ends the session with this id. */
export interface TokenSession {
  readonly email: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Signs a token with the user's email and id. `expires` is a time span for jose: '7d', '-1s'. */
export const signToken = (
  user: { readonly email: string; readonly _id: string },
  expires = '7d',
): Promise<string> =>
  new SignJWT({ email: user.email, _id: user._id })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    // With milliseconds, so that a login right after the end of all sessions is valid.
    .setIssuedAt(Date.now() / 1000)
    .setJti(crypto.randomUUID())
    .setExpirationTime(expires)
    .sign(secret);

/**
 * Verifies a token of the mock. Returns its session; undefined if the token is invalid, has expired, or was issued
 * before `endedAt`, in milliseconds since 1970.
 */
export async function verifyToken(token: string, endedAt = 0): Promise<TokenSession | undefined> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [algorithm],
      requiredClaims: ['exp'],
    });
    const parsed = v.safeParse(claims, payload);
    if (!parsed.success) return undefined;
    const { email, iat, exp: expiresAt, jti: id } = parsed.output;
    const issuedAt = Math.round(iat * 1000);
    return issuedAt < endedAt ? undefined : { email, id, issuedAt, expiresAt };
  } catch {
    return undefined;
  }
}

/** Returns the user of a session, or why this user may not make the call. */
export function findCaller(
  session: TokenSession | undefined,
  data: Data,
  access: Endpoint['access'],
): Result<UserRow, Refusal> {
  if (!session) return err(refusals.invalidToken);
  const user = data.findUser(session.email);
  if (!user) return err(refusals.emailUnknown);
  const { account, endedSessions } = user;
  const isEnded =
    endedSessions.some(({ id }) => id === session.id) ||
    session.issuedAt < (account.sessionsEndedAt ?? 0);
  if (isEnded) return err(refusals.invalidToken);
  return access === 'operator' && account.role !== 'operator'
    ? err(refusals.notOperator)
    : ok(user);
}
