import type { Refusal } from '@patchwork/api/refusals';

/** What only a real server refuses. */
export const serverRefusals = {
  bodyTooLarge: { status: 413, text: 'The request is too large. Payload Too Large error.' },
  tooManyAttempts: { status: 429, text: 'Too many attempts. Please try again in a few minutes.' },
  unknownPath: { status: 404, text: 'There is nothing at this address. Not Found error' },
  unknownMethod: {
    status: 405,
    text: 'This address does not allow that. Method Not Allowed error.',
  },
} as const;

/** A refusal, and when to try again. */
export interface ServerRefusal extends Refusal {
  readonly retryAfterSeconds?: number;
}
