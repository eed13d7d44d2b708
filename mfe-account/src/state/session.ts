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
import type { LoginForm, SignupForm } from '../form/auth-form.ts';

const attemptsAtom = atom(0);

/** Logs in by the last of several attempts, in whatever order their responses come. */
const enterAtom = atom(
  null,
  async (get, set, attempt: Promise<Result<Session, ApiError>>): Promise<Result<void, string>> => {
    const number = get(attemptsAtom) + 1;
    set(attemptsAtom, number);
    const result = await attempt;
    const isLast = get(attemptsAtom) === number;
    if (isLast) set(changeSessionAtom, result.ok ? result.value : null);
    if (!result.ok) return err(describeError(result.error));
    if (isLast) {
      toast.success('Logged in successfully!');
      get(servicesAtom).navigate(get(pathToAtom)('product-list'));
    }
    return ok(undefined);
  },
);

/** Logs in and goes to the product list; if the server refuses, logs out and returns its message. */
export const loginAtom = action('loginAtom', [sessionAtom], (get, set, body: LoginForm) =>
  set(enterAtom, get(servicesAtom).api.login({ body })),
);

/** Signs up and goes to the product list; if the server refuses, logs out and returns its message. */
export const signupAtom = action('signupAtom', [sessionAtom], (get, set, form: SignupForm) =>
  set(enterAtom, get(servicesAtom).api.signup({ body: { ...form } })),
);

/**
 * Ends the session here, with all that the browser stores of this shopper, and goes to the logout page. An
 * attempt to log in that is under way is dropped.
 */
export const logoutAtom = action('logoutAtom', [sessionAtom], (get, set) => {
  const { api, navigate } = get(servicesAtom);
  // The API is told in the background, with the current token: logging out works offline too, and waits for
  // nothing.
  if (get(sessionAtom)) void api.logout({});
  set(attemptsAtom, (count) => count + 1);
  set(changeSessionAtom, null, 'erased');
  toast.success('Logged out successfully!');
  navigate(get(pathToAtom)('logout'));
});
