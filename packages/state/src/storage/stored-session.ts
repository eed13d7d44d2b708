import type { Session } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';
import { storedToken, userRecord } from './seems-logged-in.ts';

/** Parser of a user. It drops unknown fields, so that a password that a server sends along is never stored. */
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

/** Removes the session. The token is removed first, and written last: its event finds the user written. */
export function forgetSession(): void {
  storedToken.remove();
  storedUser.remove();
}

/**
 * Stores both token and user, or neither: a token beside another user's name would mix up two shoppers. Returns
 * false if the storage is full or forbidden.
 */
export function storeSession({ token, user }: Session): boolean {
  const isStored = storedUser.write(parseUser(user)) && storedToken.write(token);
  if (!isStored) forgetSession();
  return isStored;
}

/** Whether a tab of another release has logged in: this page can't read the user, and must not discard it. */
export const isSessionOfOtherVersion = (): boolean => storedUser.isOfOtherVersion();

/** Returns the session of the last visit. One that can't be read, or lacks token or user, is discarded. */
export function storedSession(): Session | null {
  const token = storedToken.read();
  const user = storedUser.read();
  if (token && user) return { token, user };
  forgetSession();
  return null;
}
