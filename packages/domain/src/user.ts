/** What the client stores of a shopper. Never a password. */
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
