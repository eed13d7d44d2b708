/**
 * A login with an email of no user; and any call with the token of a user who no longer exists. The page
 * compares with it, and needs none of the other refusals.
 */
export const emailUnknown = {
  status: 404,
  text: 'The email you entered is not Registered. Not Found error',
} as const;
