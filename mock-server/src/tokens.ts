import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

/** Known to nobody but the mock; constant, so that a session survives a reload. */
const secret = new TextEncoder().encode('patchwork mock: not a secret worth keeping');

const algorithm = 'HS256';

const claims = v.object({ email: v.pipe(v.string(), v.nonEmpty()) });

/** A signed token with the user's email and id. `expires` is a jose time span: '7d', '-1s'. */
export const signToken = (
  user: { readonly email: string; readonly _id: string },
  expires = '7d',
): Promise<string> =>
  new SignJWT({ email: user.email, _id: user._id })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(secret);

/** The email of a token that the mock signed and that has not expired, else undefined. */
export const verifyToken = async (token: string): Promise<string | undefined> => {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [algorithm],
      requiredClaims: ['exp'],
    });
    const parsed = v.safeParse(claims, payload);
    return parsed.success ? parsed.output.email : undefined;
  } catch {
    return undefined;
  }
};
