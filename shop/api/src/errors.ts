import * as v from 'valibot';

/** Reason why a call failed. `messages` are the server's own, for people; there may be none. */
export type ApiError =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly messages: readonly string[];
      /** The server's name for the refusal, for programs: 'emailUnknown'. Other servers may give none. */
      readonly code?: string;
      /** Time after which the call may be repeated, if the API named one (Retry-After). */
      readonly retryAfterSeconds?: number;
    }
  | {
      readonly kind: 'network' | 'timeout' | 'aborted' | 'malformed';
      readonly message: string;
    };

/** The API's two error shapes: one for refusals, one for unexpected failures. */
const errorBody = v.union([
  v.pipe(
    v.object({ errors: v.array(v.string()) }),
    v.transform((body) => body.errors),
  ),
  v.pipe(
    v.object({ error: v.object({ message: v.string() }) }),
    v.transform((body) => [body.error.message]),
  ),
]);

/** Refusal with a code, of either shape. */
const codedBody = v.object({ code: v.string() });

/** Returns the error of a response. Ignores a Retry-After that is a date, which the API never sends. */
export function statusError(status: number, body: unknown, retryAfter = ''): ApiError {
  const parsed = v.safeParse(errorBody, body);
  const messages = parsed.success ? parsed.output : [];
  return {
    ...{ kind: 'status', status, messages },
    ...(v.is(codedBody, body) && { code: body.code }),
    ...(/^\d{1,6}$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
  };
}

const sentences = {
  network: 'The shop could not be reached. Check your connection and try again.',
  timeout: 'The shop took too long to answer. Please try again.',
  aborted: 'The request was cancelled.',
  malformed: 'The shop gave an answer that could not be read. Please try again later.',
} as const;

/** Returns a text for the shopper: the server's own messages or, without any, a general sentence. */
export function describeError(error: ApiError): string {
  if (error.kind !== 'status') return sentences[error.kind];
  const own = error.messages.join(' ').trim();
  if (own !== '') return own;
  return error.status === 404
    ? 'What you were looking for was not found.'
    : 'Something went wrong in the shop. Please try again.';
}
