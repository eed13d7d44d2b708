/**
 * Maximum lengths of the texts that people enter, in UTF-16 code units, which HTML's `maxlength` and Valibot count. The
 * forms, the schemas of requests and the commands use them.
 */
export const MAX_LENGTH = {
  /** RFC 5321: 256 with the angle brackets. */
  email: 254,
  password: 1000,
  /** Name of an account, or of an address. */
  name: 200,
  houseNumber: 100,
  street: 200,
  city: 100,
  state: 100,
  /** Digits as they are typed, with separators, and the prefix of a mobile number. */
  pinCode: 20,
  mobile: 30,
  search: 200,
  /** Reason for a return, or for an operator's decision. */
  reason: 500,
  carrier: 200,
  url: 500,
  /** Id that a client chooses or repeats. An index entry of Postgres holds at most 2,704 bytes. */
  id: 200,
  /** All further fields of a sign-up together, as JSON. */
  profile: 2000,
} as const;
