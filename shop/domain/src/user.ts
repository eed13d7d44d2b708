/** A shopper's names and email, as stored in the browser. Never a password. */
export interface User {
  /** Full name, as the shopper wrote it. */
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** A logged-in shopper. The authorization header of protected calls carries the encoded token. */
export interface Session {
  readonly token: string;
  readonly user: User;
}

/** The public account behind 'Login as Guest'. A server that lacks the account refuses the login. */
export const demoAccount: { readonly email: string; readonly password: string } = {
  email: 'asha@patchwork.example',
  password: 'marigold-2719',
};

/** Splits the full name of the signup form: the first word is the first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
