import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

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
  /** The session of a token that was signed here; else undefined. The database knows whether it has expired. */
  readonly sessionOf: (token: string) => Promise<string | undefined>;
}

export function createTokens(secret: string): Tokens {
  // Imported once: from bytes, jose would import it again for each token, which takes longer than verifying.
  const key = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  // Verifying takes a third of a read. Whether a session has ended or expired, the database says each time.
  const known = new Map<string, string>();

  async function verify(token: string): Promise<string | undefined> {
    try {
      const { payload } = await jwtVerify(token, await key, {
        algorithms: [algorithm],
        requiredClaims: ['exp', 'jti'],
        // Whether it has expired, the database's clock says: this process's may be ahead.
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
