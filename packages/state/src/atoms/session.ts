import type { Session } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { connectionAtom } from '../services.ts';
import { action, sharedValue } from '../shared.ts';
import {
  forgetSession,
  isSessionOfOtherVersion,
  storedSession,
  storeSession,
} from '../storage/stored-session.ts';
import { eraseShopperAtom, followStorageAtom } from '../storage/written-values.ts';
import { toast } from '../toast.ts';

const currentAtom = atom<Session | null>(null);

/** The shopper who is logged in and the token, or null. Written by login, signup, logout and an expired token only. */
export const sessionAtom: Atom<Session | null> = sharedValue(
  'sessionAtom',
  ['browser', 'api'],
  atom((get) => get(currentAtom)),
);

/** Returns the key of a shopper's own data, in lower case: servers differ in the case of the same email. */
export const shopperKey = ({ user }: Session): string => user.email.toLowerCase();

/** Returns the key under which a shopper's own list is cached. */
export const userKey = (list: string, session: Session | null) =>
  ['user', list, session && shopperKey(session)] as const;

/** Changes the session in memory and drops every other shopper's cached lists. */
const takeSessionAtom = atom(null, (get, set, session: Session | null) => {
  set(currentAtom, session);
  // Values that were erased while no one was logged in must not come back.
  set(followStorageAtom);
  const current = session && shopperKey(session);
  get(connectionAtom).client.removeQueries({
    predicate: ({ queryKey: [scope, , shopper] }) => scope === 'user' && shopper !== current,
  });
});

/** Number of logins in this tab. */
export const loginsAtom = atom(0);

const notRemembered = 'This browser can’t remember you: after a reload you have to log in again.';

/**
 * Logs a shopper in, or out (null), in memory and in storage. For the remote with the login, and pages that stand
 * alone. 'erased' removes what this browser stores of the previous shopper, as logging out does; 'kept' keeps it
 * for that shopper's next session.
 */
export const changeSessionAtom = action(
  'changeSessionAtom',
  [sessionAtom],
  (get, set, session: Session | null, stored: 'kept' | 'erased' = 'kept'): void => {
    const before = get(currentAtom);
    if (before && stored === 'erased') set(eraseShopperAtom, shopperKey(before));
    if (!session) forgetSession();
    else if (!storeSession(session)) toast.warning(notRemembered);
    set(takeSessionAtom, session);
    if (session) set(loginsAtom, (count) => count + 1);
  },
);

/** Follows another tab that has logged in or out. */
export const followSessionAtom = atom(null, (get, set) => {
  if (isSessionOfOtherVersion()) return;
  const session = storedSession();
  if (session?.token !== get(sessionAtom)?.token) set(takeSessionAtom, session);
});

/** Restores the session of the last visit from storage. For the page's owner, once. */
export const restoreSessionAtom = atom(null, (_get, set) => set(currentAtom, storedSession()));

export const askForLoginAtom = atom(null, (get) => {
  toast.error('Please login to continue!');
  const { navigate, pathTo } = get(connectionAtom);
  navigate(pathTo('login'));
});

/**
 * Ends the session after the API refused its token. Several calls may be refused at once; only the first one ends
 * it. If another tab has logged in again, and its event is still to come, takes over that session instead.
 */
export const expireSessionAtom = atom(null, (get, set) => {
  const refused = get(sessionAtom);
  if (!refused) return;
  const isOfOtherVersion = isSessionOfOtherVersion();
  const stored = isOfOtherVersion ? null : storedSession();
  if (stored && stored.token !== refused.token) return set(takeSessionAtom, stored);
  set(isOfOtherVersion ? takeSessionAtom : changeSessionAtom, null);
  set(askForLoginAtom);
});
