import type { Session } from '@patchwork/domain';
import { createStoredText, createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';

/** Unknown fields are dropped, so a password that a server sent along is never stored. */
const parseUser = v.parser(
  v.object({
    name: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    email: v.pipe(v.string(), v.nonEmpty()),
  }),
);

const storedUser = createStoredValue({ name: 'user', version: 2, parse: parseUser, scope: 'shop' });
/** The key is part of the product. Written last and removed first: its event finds the user written. */
const storedToken = createStoredText('userToken');

export const { key: tokenKey } = storedToken;

export function forgetSession(): void {
  storedToken.remove();
  storedUser.remove();
}

/** Stores both halves or none: a token beside another user's name would mix two shoppers up. */
export function storeSession({ token, user }: Session): void {
  const isStored = storedUser.write(parseUser(user)) && storedToken.write(token);
  if (!isStored) forgetSession();
}

/** Whether a tab of another release has logged in: this page can't read the user, and must not discard it. */
export const isSessionOfOtherVersion = (): boolean => storedUser.isOfOtherVersion();

/** The session of the last visit. What cannot be read, or was written by others, is discarded. */
export function storedSession(): Session | null {
  const token = storedToken.read();
  const user = storedUser.read();
  if (token && user) return { token, user };
  forgetSession();
  return null;
}
