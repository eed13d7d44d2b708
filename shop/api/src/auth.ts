import { instantSchema, MAX_LENGTH, type Session, type User } from '@patchwork/domain';
import * as v from 'valibot';
import { asIs, type Endpoint } from './endpoint.ts';

const userSchema = v.pipe(
  v.object({
    name: v.optional(v.string(), ''),
    firstName: v.optional(v.string(), ''),
    lastName: v.optional(v.string(), ''),
    email: v.pipe(v.string(), v.nonEmpty()),
  }),
  v.transform(
    (user): User => ({ ...user, name: user.name || `${user.firstName} ${user.lastName}`.trim() }),
  ),
);

const encodedToken = v.pipe(v.string(), v.nonEmpty());

const loginResponse = v.pipe(
  v.object({ foundUser: userSchema, encodedToken }),
  v.transform((wire): Session => ({ user: wire.foundUser, token: wire.encodedToken })),
);

const signupResponse = v.pipe(
  v.object({ createdUser: userSchema, encodedToken }),
  v.transform((wire): Session => ({ user: wire.createdUser, token: wire.encodedToken })),
);

const typedEmail = v.pipe(v.string(), v.maxLength(MAX_LENGTH.email));
const typedPassword = v.pipe(v.string(), v.maxLength(MAX_LENGTH.password));
const newPassword = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_LENGTH.password));
const ownName = v.exactOptional(v.pipe(v.string(), v.maxLength(MAX_LENGTH.name)));

const loginBody = v.object({ email: typedEmail, password: typedPassword });

/** Returns the length of a value as JSON; Infinity if it is nested too deeply to be written. */
function jsonLength(value: object): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Request body of a signup. The form sends `name`; another client may send first and last name instead. Unknown fields
 * are kept.
 */
const signupBody = v.pipe(
  v.looseObject({
    email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_LENGTH.email)),
    password: newPassword,
    name: ownName,
    firstName: ownName,
    lastName: ownName,
    confirmPassword: v.exactOptional(typedPassword),
  }),
  v.check(
    ({ email, password, name, firstName, lastName, confirmPassword, ...profile }) =>
      jsonLength(profile) <= MAX_LENGTH.profile,
    `must have at most ${MAX_LENGTH.profile} characters in further fields`,
  ),
);

/** Token from the link in a mail. It can be used once. */
const mailToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** Schema of a response with the account as its owner sees it. Times are ISO, UTC. */
const accountResponse = v.object({
  account: v.object({
    name: v.string(),
    email: v.string(),
    createdAt: instantSchema,
    isEmailConfirmed: v.boolean(),
  }),
});

const nothing = v.object({});

export const authEndpoints = {
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    access: 'open',
    status: 201,
    body: asIs(signupBody),
    response: signupResponse,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'open',
    status: 200,
    body: asIs(loginBody),
    response: loginResponse,
  },
  /** Ends the session: its token is refused from then on. */
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'login',
    status: 200,
    response: nothing,
  },
  /** Mails a link for choosing a new password. The response is the same if no account has the email. */
  askPasswordReset: {
    method: 'POST',
    path: '/api/auth/password-reset',
    access: 'open',
    status: 200,
    body: asIs(v.object({ email: v.pipe(typedEmail, v.nonEmpty()) })),
    response: nothing,
  },
  /** Sets a new password, given the token from a mail, and ends all sessions of the shopper. */
  resetPassword: {
    method: 'POST',
    path: '/api/auth/password',
    access: 'open',
    status: 200,
    body: asIs(v.object({ token: mailToken, password: newPassword })),
    response: nothing,
  },
  /** Confirms the email, given the token from a mail. */
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/email',
    access: 'open',
    status: 200,
    body: asIs(v.object({ token: mailToken })),
    response: nothing,
  },
  getAccount: {
    method: 'GET',
    path: '/api/user/account',
    access: 'login',
    status: 200,
    response: accountResponse,
  },
  /** Sends another mail with the link that confirms the email, unless the email is confirmed already. */
  askEmailConfirmation: {
    method: 'POST',
    path: '/api/user/account/email',
    access: 'login',
    status: 200,
    response: nothing,
  },
  /** Returns the data that is stored about the shopper, who can save it as a file. */
  exportAccount: {
    method: 'GET',
    path: '/api/user/account/data',
    access: 'login',
    status: 200,
    response: v.object({ data: v.looseObject({}) }),
  },
  /** Deletes the account, and the fields of its orders that identify the owner. The password is required again. */
  deleteAccount: {
    method: 'POST',
    path: '/api/user/account/deletion',
    access: 'login',
    status: 200,
    body: asIs(v.object({ password: typedPassword })),
    response: nothing,
  },
} as const satisfies Record<string, Endpoint>;
