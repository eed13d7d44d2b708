import { err, type Result } from '@patchwork/domain';

/** A failure of the API, sent as `{ errors: [text] }` (500: `{ error: { message } }`). */
export interface ApiFailure {
  readonly status: 400 | 401 | 404 | 422 | 500;
  readonly text: string;
}

export const refuse = (status: ApiFailure['status'], text: string): Result<never, ApiFailure> =>
  err({ status, text });

/** The first four texts are the product's, to the letter. */
export const texts = {
  emailTaken: 'Unprocessable Entity. Email Already Exists.',
  emailUnknown: 'The email you entered is not Registered. Not Found error',
  wrongPassword: 'The credentials you entered are invalid. Unauthorized access error.',
  invalidToken: 'The token is invalid. Unauthorized access error.',
  productUnknown: 'The product was not found. Not Found error',
  categoryUnknown: 'The category was not found. Not Found error',
  notInCart: 'The product is not in the cart. Not Found error',
  badRequest: 'The request could not be understood. Bad Request error.',
  unexpected: 'Something went wrong on the server. Please try again.',
} as const;
