import type { Session } from '@patchwork/domain';
import { takeOverTab } from '@patchwork/host/storage';
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

/**
 * The logged-in shopper and the token, or null. Changed only by login, signup and logout in any tab, an expired token,
 * and the restoring of the last visit's session.
 */
export const sessionAtom: Atom<Session | null> = sharedValue(
  'sessionAtom',
  ['browser', 'api'],
  atom((get) => get(currentAtom)),
);

/** Returns the key of a shopper's data. Lower case, because servers return the same email in different cases. */
export const shopperKey = ({ user }: Session): string => user.email.toLowerCase();

/** Returns the key under which one of a shopper's lists, such as 'cart', is cached. */
export const userKey = (list: string, session: Session | null) =>
  ['user', list, session && shopperKey(session)] as const;

/** Changes the session in memory and drops the cached data of all other shoppers. */
const takeSessionAtom = atom(null, (get, set, session: Session | null) => {
  if (session) takeOverTab(shopperKey(session));
  set(currentAtom, session);
  // Storage may have been erased while nobody was logged in. Without this, the old values would come back from memory.
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
 * Logs a shopper in, or out (null), in memory and in storage. For the remote with the login and for stand-alone pages.
 * 'erased' removes the previous shopper's values from the browser, as a logout does; 'kept' leaves them for that
 * shopper's next session.
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

/** Adopts a login or logout in another tab. */
export const followSessionAtom = atom(null, (get, set) => {
  if (isSessionOfOtherVersion()) return;
  const session = storedSession();
  if (session?.token !== get(sessionAtom)?.token) set(takeSessionAtom, session);
});

/** Restores the last visit's session from storage. Called once per page, by createShopStore or after hydration. */
export const restoreSessionAtom = atom(null, (_get, set) => set(takeSessionAtom, storedSession()));

export const askForLoginAtom = atom(null, (get) => {
  toast.error('Please login to continue!');
  const { navigate, pathTo } = get(connectionAtom);
  navigate(pathTo('login'));
});

/**
 * Ends the session after the API has refused its token. Only the first of several refused calls ends it. If another tab
 * has logged in again and its storage event is still to come, adopts that session instead.
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
