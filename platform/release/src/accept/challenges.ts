import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** Milliseconds for which a challenge may be used. An upload fits: it begins when its piece is built. */
const CHALLENGE_MS = 5 * 60_000;

/**
 * Creates texts that each allow one upload, so that a recorded one can't be sent again. Whoever only asks for challenges
 * occupies no memory, and a server that was started again accepts none of before.
 */
export function createChallenges(now = Date.now) {
  const secret = randomBytes(32);
  const used = new Map<string, number>();
  const codeOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

  function isOwn(challenge: string): boolean {
    const [, text = '', code = ''] = /^(.*)\.([\w-]{43})$/s.exec(challenge) ?? [];
    const own = codeOf(text);
    return code.length === own.length && timingSafeEqual(Buffer.from(code), Buffer.from(own));
  }

  return {
    create(): string {
      const text = `${now() + CHALLENGE_MS}.${randomUUID()}`;
      return `${text}.${codeOf(text)}`;
    },
    /** Marks a challenge as used. Returns false if it was used before, has expired, or is not one of this server. */
    use(challenge: string): boolean {
      for (const [each, until] of used) if (until < now()) used.delete(each);
      const until = Number.parseInt(challenge, 10);
      if (!isOwn(challenge) || until < now() || used.has(challenge)) return false;
      used.set(challenge, until);
      return true;
    },
  };
}
