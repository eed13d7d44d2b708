/** Names and email of a shopper, as the client stores them. Never a password. */
export interface User {
  /** The whole name, as its owner writes it. */
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** A logged-in shopper: the encoded token goes into the authorization header of protected calls. */
export interface Session {
  readonly token: string;
  readonly user: User;
}

/** The public account behind 'Login as Guest'. A server without it refuses the guest. */
export const demoAccount: { readonly email: string; readonly password: string } = {
  email: 'asha@patchwork.example',
  password: 'marigold-2719',
};

/** Splits the one name that the signup form sends: the first word is the first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
