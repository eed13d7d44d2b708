import { hash, verify } from '@node-rs/argon2';
import type { HashCost } from '../settings.ts';

/** Characters. The minimum of OWASP's ASVS 5 (6.2.1); any others are allowed, and none has to be there. */
export const MIN_PASSWORD_LENGTH = 8;

/** Counts characters, not the two halves that JavaScript makes of some. */
export const isLongEnough = (password: string): boolean =>
  [...password].length >= MIN_PASSWORD_LENGTH;

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly matches: (hashed: string, password: string) => Promise<boolean>;
}

/** Argon2id, the library's own choice, on other threads than the one that answers requests. */
export const createPasswords = ({ memoryKiB, passes }: HashCost): Passwords => ({
  hash: (password) =>
    hash(password, {
      memoryCost: memoryKiB,
      timeCost: passes,
      parallelism: 1,
    }),
  matches: verify,
});
