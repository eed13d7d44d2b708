import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

/** Constant, so that a session survives a reload. */
const secret = new TextEncoder().encode('patchwork mock: not a real secret');

const algorithm = 'HS256';

const claims = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  iat: v.optional(v.number(), 0),
  exp: v.number(),
  jti: v.string(),
});

/** Session of a token. A logout ends the one with this id. */
export interface TokenSession {
  readonly email: string;
  readonly id: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Signs a token with the user's email and id. `expires` is a jose time span: '7d', '-1s'. */
export const signToken = (
  user: { readonly email: string; readonly _id: string },
  expires = '7d',
): Promise<string> =>
  new SignJWT({ email: user.email, _id: user._id })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    // Precise to milliseconds, so that a login right after the end of all sessions is valid.
    .setIssuedAt(Date.now() / 1000)
    .setJti(crypto.randomUUID())
    .setExpirationTime(expires)
    .sign(secret);

/**
 * Returns the session of a token that the mock signed and that has not expired, else undefined. `endedAt` is the time
 * at which all sessions were ended, in milliseconds since 1970.
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
    return Math.round(iat * 1000) < endedAt ? undefined : { email, id, expiresAt };
  } catch {
    return undefined;
  }
}
