import { hash, verify } from '@node-rs/argon2';
import type { HashCost } from '../settings.ts';

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
