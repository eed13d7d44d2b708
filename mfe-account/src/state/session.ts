import {
  type ApiError,
  action,
  changeSessionAtom,
  describeError,
  pathToAtom,
  servicesAtom,
  sessionAtom,
  toast,
} from '@patchwork/shop';
import { err, ok, type Result, type Session } from '@patchwork/shop/domain';
import { atom } from 'jotai';
import type { LoginForm } from '../form/auth-form.ts';
import type { SignupForm } from '../form/email-form.ts';
import type { Refusal } from '../form/useForm.ts';

const attemptsAtom = atom(0);

/** Logs in with the last of several attempts, in whatever order their responses arrive. */
const enterAtom = atom(
  null,
  async (
    get,
    set,
    attempt: Promise<Result<Session, ApiError>>,
  ): Promise<Result<void, ApiError>> => {
    const before = get(sessionAtom);
    const number = get(attemptsAtom) + 1;
    set(attemptsAtom, number);
    const result = await attempt;
    const isLast = get(attemptsAtom) === number;
    // Another tab may have logged in meanwhile.
    const hasEnded = result.ok || get(sessionAtom) === before;
    if (isLast && hasEnded) set(changeSessionAtom, result.ok ? result.value : null);
    if (!result.ok) return result;
    if (isLast) {
      toast.success('Logged in successfully!');
      get(servicesAtom).navigate(get(pathToAtom)('product-list'));
    }
    return ok(undefined);
  },
);

/** Field that a refused login is about, by the status of the answer. */
const refusedFields: Readonly<Record<number, keyof LoginForm>> = { 401: 'password', 404: 'email' };

/**
 * Logs in and navigates to the product list. If the login fails, logs out and resolves to an error: the message to
 * show, and the field that it is about.
 */
export const loginAtom = action(
  'loginAtom',
  [sessionAtom],
  async (get, set, body: LoginForm): Promise<Result<void, Refusal<LoginForm>>> => {
    const entered = await set(enterAtom, get(servicesAtom).api.login({ body }));
    if (entered.ok) return entered;
    const { error } = entered;
    const field = error.kind === 'status' ? refusedFields[error.status] : undefined;
    return err({ message: describeError(error), ...(field && { field }) });
  },
);

/**
 * Signs up and navigates to the product list. If the sign-up fails, logs out and resolves to an error: the message to
 * show.
 */
export const signupAtom = action(
  'signupAtom',
  [sessionAtom],
  async (get, set, form: SignupForm): Promise<Result<void, string>> => {
    const entered = await set(enterAtom, get(servicesAtom).api.signup({ body: { ...form } }));
    return entered.ok ? entered : err(describeError(entered.error));
  },
);

/**
 * Ends the session, erases all that the browser stores for this shopper, and navigates to the logout page. Cancels a
 * pending login.
 */
export const logoutAtom = action('logoutAtom', [sessionAtom], (get, set) => {
  const { api, navigate } = get(servicesAtom);
  // Tells the API in the background, with the current token: logging out works offline and never waits.
  if (get(sessionAtom)) void api.logout({});
  set(attemptsAtom, (count) => count + 1);
  set(changeSessionAtom, null, 'erased');
  toast.success('Logged out successfully!');
  navigate(get(pathToAtom)('logout'));
});
