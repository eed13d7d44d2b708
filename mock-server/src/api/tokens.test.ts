import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { signToken, verifyToken } from './tokens.ts';

const asha = { email: 'asha@patchwork.example', _id: 'asha-rao' };

test('a signed token names its user', async () => {
  expect(await verifyToken(await signToken(asha))).toMatchObject({ email: asha.email });
});

test('a token contains the user’s email and id and an id of its own, and nothing else', async () => {
  const token = await signToken({ ...asha, password: 'secret' } as typeof asha);
  const payload = JSON.parse(atob(token.split('.')[1] ?? ''));
  expect(payload).toEqual({
    ...asha,
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
  });
});

test('a token without email is refused', async () => {
  expect(await verifyToken(await signToken({ ...asha, email: '' }))).toBeUndefined();
});

test('a token signed with another secret is refused', async () => {
  const token = await new SignJWT(asha)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('another secret of thirty-two bytes or more'));
  expect(await verifyToken(token)).toBeUndefined();
});
