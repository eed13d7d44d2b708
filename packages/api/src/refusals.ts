import { emailUnknown } from './errors.ts';

/** A failure that a server answers with, expected or not. */
export interface Refusal {
  readonly status: 400 | 401 | 404 | 409 | 413 | 422 | 429 | 500;
  readonly text: string;
}

/** Refusals of mock and API server, in the same words. The first four have the exact words of the specification. */
export const refusals = {
  emailTaken: { status: 422, text: 'Unprocessable Entity. Email Already Exists.' },
  emailUnknown,
  wrongPassword: {
    status: 401,
    text: 'The credentials you entered are invalid. Unauthorized access error.',
  },
  invalidToken: { status: 401, text: 'The token is invalid. Unauthorized access error.' },
  productUnknown: { status: 404, text: 'The product was not found.' },
  categoryUnknown: { status: 404, text: 'The category was not found.' },
  notInCart: { status: 404, text: 'The product is not in the cart.' },
  addressUnknown: { status: 404, text: 'The address was not found.' },
  tooManyAddresses: {
    status: 422,
    text: 'That would be more than 50 addresses. Delete one that you do not need.',
  },
  tooManyLines: { status: 422, text: 'An order can have at most 200 lines.' },
  tooManyPieces: {
    status: 422,
    text: 'An order can have at most 10 pieces of one product. Take some out of the cart, then place the order.',
  },
  cartEmpty: { status: 400, text: 'The cart is empty, so there is nothing to order.' },
  cartChanged: {
    status: 409,
    text: 'Your order has changed since you saw it. Look at it again, then place the order.',
  },
  notForSale: {
    status: 409,
    text: 'Something in your cart can’t be bought. Take it out of the cart, then place the order.',
  },
  checkoutOpen: {
    status: 409,
    text: 'A payment is still open. Settle it first, then place the order.',
  },
  checkoutUnknown: { status: 404, text: 'The payment was not found.' },
  checkoutClosed: { status: 409, text: 'This payment was closed. Please place the order again.' },
  signatureWrong: { status: 400, text: 'The payment could not be verified.' },
  paymentUsed: { status: 409, text: 'This payment belongs to another order.' },
  paymentDeclined: { status: 422, text: 'The simulated bank declined the payment.' },
  badRequest: { status: 400, text: 'The request could not be understood.' },
  unexpected: { status: 500, text: 'Something went wrong on the server. Please try again.' },
} as const satisfies Record<string, Refusal>;

/** Returns the body of a refusal: `{ errors: [text] }`, or `{ error: { message } }` for the unexpected 500. */
export const refusalBody = ({ status, text }: { status: number; text: string }): object =>
  status === 500 ? { error: { message: text } } : { errors: [text] };
