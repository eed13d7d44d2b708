import type { Session } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/host/storage';
import * as v from 'valibot';
import { storedToken, userRecord } from './seems-logged-in.ts';

/** Parses a user and drops unknown fields: if a server sends a password, it is never stored. */
const parseUser = v.parser(
  v.object({
    name: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    email: v.pipe(v.string(), v.nonEmpty()),
  }),
);

const storedUser = createStoredValue({ ...userRecord, parse: parseUser });

export const { key: tokenKey } = storedToken;

/**
 * Removes the session: first the token, then the user, in the reverse order of `storeSession`. Other tabs read the user
 * when the token changes.
 */
export function forgetSession(): void {
  storedToken.remove();
  storedUser.remove();
}

/**
 * Stores token and user, or neither: a token beside another user's name would mix up two shoppers. Returns false if the
 * storage is full or forbidden.
 */
export function storeSession({ token, user }: Session): boolean {
  const isStored = storedUser.write(parseUser(user)) && storedToken.write(token);
  if (!isStored) forgetSession();
  return isStored;
}

/**
 * Whether a tab that runs another release has logged in. This page can't read that tab's user, and must not discard it.
 */
export const isSessionOfOtherVersion = (): boolean => storedUser.isOfOtherVersion();

/** Returns the last visit's session; null if there is none. Discards it if it is unreadable or incomplete. */
export function storedSession(): Session | null {
  const token = storedToken.read();
  const user = storedUser.read();
  if (token && user) return { token, user };
  forgetSession();
  return null;
}
