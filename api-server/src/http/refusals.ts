import { type Refusal, withCodes } from '@patchwork/api/refusals';
import { MAX_ORDER_LINES } from '@patchwork/domain';

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'a minute' : `${count} minutes`;
}

const fixedRefusals = withCodes({
  bodyTooLarge: { status: 413, text: 'The request is too large. Payload Too Large error.' },
  lengthRequired: {
    status: 411,
    text: 'Send the body with a Content-Length header, not in chunks. Length Required error.',
  },
  notJson: {
    status: 415,
    text: 'Send the body with the header Content-Type: application/json. Unsupported Media Type error.',
  },
  bodyAborted: { status: 400, text: 'The body was not received completely. Bad Request error.' },
  headersTooLarge: {
    status: 431,
    text: 'The headers of the request are too large. Request Header Fields Too Large error.',
  },
  tooSlow: { status: 408, text: 'The request took too long to arrive. Request Timeout error.' },
  providerSilent: {
    status: 503,
    text: 'The payment provider can’t be reached. Nothing was charged; please try again.',
  },
  paymentUnsure: {
    status: 503,
    text: 'We can’t tell at the moment whether this payment was made. Please try again.',
    retryAfterSeconds: 10,
  },
  otherAccount: {
    status: 409,
    text: 'The shop has changed its payment account since this payment was opened. If you were charged, please contact the shop.',
  },
  databaseAway: {
    status: 503,
    text: 'The shop’s data can’t be reached at the moment. Please try again.',
    retryAfterSeconds: 5,
  },
  busy: {
    status: 503,
    text: 'The shop is very busy at the moment. Please try again.',
    retryAfterSeconds: 2,
  },
  restarting: {
    status: 503,
    text: 'The server is being restarted. Please try again.',
    retryAfterSeconds: 5,
  },
  tooManyProducts: {
    status: 422,
    text: 'The shop has more products than one response may contain. Request them page by page: GET /api/product-query.',
  },
  noGuest: { status: 404, text: 'This shop has no guest account. Please sign up instead.' },
  cartFull: {
    status: 422,
    text: `Your cart can hold ${MAX_ORDER_LINES} products. Remove one that you do not need.`,
  },
  wishlistFull: {
    status: 422,
    text: `Your wishlist can hold ${MAX_ORDER_LINES} products. Remove one that you do not need.`,
  },
  forgedWebhook: { status: 400, text: 'The signature is invalid.' },
  tooManyAttempts: { status: 429, text: 'Too many attempts. Please try again in a few minutes.' },
  unknownPath: { status: 404, text: 'There is nothing at this address. Not Found error' },
});

/** Refusals whose text depends on the request. */
const variableRefusals = {
  /** Prevents anyone from reserving the whole stock by opening checkouts. */
  tooManyUnpaid: (retryAfterSeconds: number): ServerRefusal => ({
    ...{ status: 429, code: 'tooManyUnpaid' },
    text: `Several of your payments were started but not completed. Please wait ${minutes(retryAfterSeconds)}, then place the order again.`,
    retryAfterSeconds,
  }),
  /** Prevents a person with many accounts from reserving the whole stock. */
  tooMuchHeld: (retryAfterSeconds: number): ServerRefusal => ({
    ...{ status: 429, code: 'tooMuchHeld' },
    text: `Payments from your network that were started but not completed reserve many of these products. Please complete them, or wait ${minutes(retryAfterSeconds)}, then place the order again.`,
    retryAfterSeconds,
  }),
  shortPassword: (minLength: number): ServerRefusal => ({
    ...{ status: 422, code: 'shortPassword' },
    text: `Please choose a password of at least ${minLength} characters.`,
  }),
};

/** Refusals that only the API server uses. The mock has none of these rules. */
export const serverRefusals = { ...fixedRefusals, ...variableRefusals };

/**
 * Refusal by this server: either shared with the mock, or the server's own. It can tell the client how long to wait
 * before a retry.
 */
export interface ServerRefusal extends Omit<Refusal, 'status'> {
  readonly status: Refusal['status'] | 411 | 415 | 503;
  readonly retryAfterSeconds?: number;
}
