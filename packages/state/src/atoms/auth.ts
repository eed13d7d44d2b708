import { type ApiError, describeError } from '@patchwork/api';
import {
  err,
  type LoginForm,
  ok,
  type Result,
  type Session,
  type SignupForm,
} from '@patchwork/domain';
import { atom } from 'jotai';
import { toast } from 'react-toastify';
import { openPageAtom, servicesAtom } from '../services.ts';
import { selectAddressAtom } from './addresses.ts';
import { clearListsAtom } from './pending-changes.ts';
import { changeSessionAtom } from './session.ts';

const attemptsAtom = atom(0);

/** Of several attempts only the last one counts, in whatever order their answers come. */
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
      set(openPageAtom, 'product-list');
    }
    return ok(undefined);
  },
);

/** Logs in and goes to the product list; or logs out and returns the server's message. */
export const loginAtom = atom(null, (get, set, body: LoginForm) =>
  set(enterAtom, get(servicesAtom).api.login({ body })),
);

/** Signs up and goes to the product list; or logs out and returns the server's message. */
export const signupAtom = atom(null, (get, set, form: SignupForm) =>
  set(enterAtom, get(servicesAtom).api.signup({ body: { ...form } })),
);

/** Ends the session here and goes to the logout page; an attempt to log in that is under way is dropped. */
export const logoutAtom = atom(null, (_get, set) => {
  set(attemptsAtom, (count) => count + 1);
  set(clearListsAtom);
  set(selectAddressAtom, null);
  set(changeSessionAtom, null);
  toast.success('Logged out successfully!');
  set(openPageAtom, 'logout');
});
