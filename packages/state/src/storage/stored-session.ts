import type { Session } from '@patchwork/domain';
import * as v from 'valibot';

/** Written last and removed first, so that its event finds the user written too. */
export const tokenKey = 'userToken';
const userKey = 'patchwork:user';

/** Unknown fields are dropped, so a password that a server sent along is never kept. */
const userSchema = v.object({
  name: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.pipe(v.string(), v.nonEmpty()),
});

const storedUser = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(1), user: userSchema }),
);

/** Storage can be forbidden or full; a page that cannot remember the shopper still works. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const remove = (key: string) => attempt(() => localStorage.removeItem(key));
const write = (key: string, value: string) =>
  attempt(() => {
    localStorage.setItem(key, value);
    return true;
  }) ?? false;

export function forgetSession(): void {
  remove(tokenKey);
  remove(userKey);
}

/** Keeps both halves or none: a token beside another user's name would mix two shoppers up. */
export function storeSession({ token, user }: Session): void {
  const kept =
    write(userKey, JSON.stringify({ version: 1, user: v.parse(userSchema, user) })) &&
    write(tokenKey, token);
  if (!kept) forgetSession();
}

/** The session of the last visit. What cannot be read, or was written by others, is discarded. */
export function storedSession(): Session | null {
  const token = attempt(() => localStorage.getItem(tokenKey));
  const user = v.safeParse(
    storedUser,
    attempt(() => localStorage.getItem(userKey)),
  );
  if (token && user.success) return { token, user: user.output.user };
  forgetSession();
  return null;
}
