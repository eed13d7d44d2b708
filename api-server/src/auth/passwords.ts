import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '@patchwork/domain';
import type { HashCost } from '../settings.ts';

/** Minimum number of characters (OWASP ASVS 5, 6.2.1). Characters of all kinds are allowed, and no kind is required. */
export const MIN_PASSWORD_LENGTH = 8;

/** Whether a password is long enough. Counts code points, because some characters take two UTF-16 units. */
export const isLongEnough = (password: string): boolean =>
  [...normalizePassword(password)].length >= MIN_PASSWORD_LENGTH;

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly matches: (hashed: string, password: string) => Promise<boolean>;
}

/**
 * Creates functions to hash and check passwords, normalized, in worker threads (Argon2id), so that requests aren't
 * blocked.
 */
export const createPasswords = ({ memoryKiB, passes }: HashCost): Passwords => ({
  hash: (password) =>
    hash(normalizePassword(password), {
      memoryCost: memoryKiB,
      timeCost: passes,
      parallelism: 1,
    }),
  matches: (hashed, password) => verify(hashed, normalizePassword(password)),
});
