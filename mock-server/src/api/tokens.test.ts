import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { signToken, verifyToken } from './tokens.ts';

const asha = { email: 'asha@patchwork.example', _id: 'asha-rao' };

test('a signed token names its user', async () => {
  expect(await verifyToken(await signToken(asha))).toMatchObject({ email: asha.email });
});

test('a token holds the email, the id and an id of its own, and nothing else of the user', async () => {
  const token = await signToken({ ...asha, password: 'secret' } as typeof asha);
  const payload = JSON.parse(atob(token.split('.')[1] ?? ''));
  expect(payload).toEqual({
    ...asha,
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
  });
});

test('an expired token is refused', async () => {
  expect(await verifyToken(await signToken(asha, '-1s'))).toBeUndefined();
});

test('a token without email is refused', async () => {
  expect(await verifyToken(await signToken({ ...asha, email: '' }))).toBeUndefined();
});

test('an unsigned token is refused', async () => {
  const token = new UnsecuredJWT(asha).setExpirationTime('1h').encode();
  expect(await verifyToken(token)).toBeUndefined();
});

test('a token of another secret is refused', async () => {
  const token = await new SignJWT(asha)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('another secret of thirty-two bytes or more'));
  expect(await verifyToken(token)).toBeUndefined();
});

test.each(['', 'a', 'a.b.c', '..', 'Bearer x', '🧵'])('%j is refused', async (token) => {
  expect(await verifyToken(token)).toBeUndefined();
});

test('a token changed by a letter is refused', async () => {
  const token = await signToken(asha);
  const at = token.length - 10;
  const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  expect(await verifyToken(changed)).toBeUndefined();
});
