import type { Session, User } from '@patchwork/domain';
import * as v from 'valibot';
import { bodyAsIs, type Endpoint } from './endpoint.ts';

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

const loginBody = v.object({ email: v.string(), password: v.string() });

/** The form sends `name`; a client may send first and last name instead. Other fields pass as sent. */
const signupBody = v.looseObject({
  email: v.pipe(v.string(), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
  name: v.exactOptional(v.string()),
  firstName: v.exactOptional(v.string()),
  lastName: v.exactOptional(v.string()),
  confirmPassword: v.exactOptional(v.string()),
});

export const authEndpoints = {
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    access: 'open',
    status: 201,
    body: bodyAsIs(signupBody),
    response: signupResponse,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'open',
    status: 200,
    body: bodyAsIs(loginBody),
    response: loginResponse,
  },
  /** Ends the session: its token is refused from then on. */
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'login',
    status: 200,
    response: v.object({}),
  },
} as const satisfies Record<string, Endpoint>;
