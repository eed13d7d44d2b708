/** A failed response, expected or unexpected. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500;
  /** Name of the refusal, which programs may compare; `text` may be reworded. */
  readonly code: string;
  readonly text: string;
}

type Coded<T> = { readonly [Code in keyof T]: T[Code] & { readonly code: Code } };

/** Gives each refusal of a table its name as its code. */
export const withCodes = <
  const T extends Readonly<Record<string, { status: number; text: string }>>,
>(
  table: T,
): Coded<T> =>
  Object.fromEntries(
    Object.entries(table).map(([code, refusal]) => [code, { ...refusal, code }]),
  ) as Coded<T>;

/**
 * Refusals of the catalogue's calls, and of any call that fails unexpectedly. They have their own file, so that the
 * mock's first script contains no other refusals.
 */
export const catalogueRefusals = withCodes({
  productUnknown: { status: 404, text: 'The product was not found.' },
  categoryUnknown: { status: 404, text: 'The category was not found.' },
  unknownMethod: {
    status: 405,
    text: 'This address does not support that method. Method Not Allowed error.',
  },
  unexpected: { status: 500, text: 'Something went wrong on the server. Please try again.' },
});

/**
 * Returns the body of a failed response: `{ errors: [text], code }`, or `{ error: { message }, code }` for an unexpected
 * 500.
 */
export const refusalBody = ({
  status,
  text,
  code,
}: Omit<Refusal, 'status'> & { status: number }) =>
  status === 500 ? { error: { message: text }, code } : { errors: [text], code };
