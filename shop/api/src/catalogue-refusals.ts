/** A failed response, expected or unexpected. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500;
  readonly text: string;
}

/**
 * Refusals of the catalogue's calls, and of any call that fails unexpectedly. They have their own file, so that the
 * mock's first script contains no other refusals.
 */
export const catalogueRefusals = {
  productUnknown: { status: 404, text: 'The product was not found.' },
  categoryUnknown: { status: 404, text: 'The category was not found.' },
  unknownMethod: {
    status: 405,
    text: 'This address does not support that method. Method Not Allowed error.',
  },
  unexpected: { status: 500, text: 'Something went wrong on the server. Please try again.' },
} as const satisfies Record<string, Refusal>;

/** Returns the body of a failed response: `{ errors: [text] }`, or `{ error: { message } }` for an unexpected 500. */
export const refusalBody = ({ status, text }: { status: number; text: string }): object =>
  status === 500 ? { error: { message: text } } : { errors: [text] };
