import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createTokens } from './sessions.ts';

const secret = 'a secret of at least 32 characters';
const tokens = createTokens(secret);

const content = (expiresAt = new Date(Date.now() + 60_000)) => ({
  sessionId: randomUUID(),
  shopperId: randomUUID(),
  email: 'meera@patchwork.example',
  expiresAt,
});

test('a token yields its session, even if it has expired according to this process’s clock', async () => {
  const signed = content(new Date(Date.now() - 1000));
  expect(await tokens.sessionOf(await tokens.sign(signed))).toBe(signed.sessionId);
});

test('a token signed by another server is refused', async () => {
  const token = await createTokens('another secret, also 32 characters').sign(content());
  expect(await tokens.sessionOf(token)).toBeUndefined();
});

test('while a secret is replaced, processes with both accept each other’s tokens, and one without the old secret refuses them', async () => {
  const next = 'the next secret of 32 characters';
  const [first, second] = [createTokens(secret, next), createTokens(next, secret)];
  const [old, young] = [content(), content()];
  const [oldToken, youngToken] = [await tokens.sign(old), await second.sign(young)];
  for (const process of [first, second]) {
    expect(await process.sessionOf(oldToken)).toBe(old.sessionId);
    expect(await process.sessionOf(youngToken)).toBe(young.sessionId);
  }
  expect(await createTokens(next).sessionOf(youngToken)).toBe(young.sessionId);
  expect(await createTokens(next).sessionOf(oldToken)).toBeUndefined();
});

const sign = (jwt: SignJWT) =>
  jwt.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

test('a token without an expiry or without a session is refused', async () => {
  const endless = await sign(new SignJWT({}).setJti(randomUUID()));
  const sessionless = await sign(new SignJWT({}).setExpirationTime('1h'));
  const misnamed = await sign(new SignJWT({}).setJti('1').setExpirationTime('1h'));
  for (const token of [endless, sessionless, misnamed]) {
    expect(await tokens.sessionOf(token)).toBeUndefined();
  }
});
