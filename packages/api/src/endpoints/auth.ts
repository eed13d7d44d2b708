import * as v from 'valibot';
import { bodyAsIs, type Endpoint } from '../endpoint.ts';
import { loginBody, loginResponse, signupBody, signupResponse } from '../session.ts';

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
  /** The token is refused from then on. */
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'login',
    status: 200,
    response: v.object({}),
  },
} as const satisfies Record<string, Endpoint>;
