import axios, { AxiosError } from 'axios';
import type { WireRequest } from './wire.ts';

/** What became of a request. */
export type Outcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly statusText: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  /** The mock has no handler: the error itself is what is shown (SPEC section 4). */
  | { readonly kind: 'unhandled'; readonly name: string; readonly message: string }
  /** Nothing came back. */
  | { readonly kind: 'none'; readonly reason: string };

/**
 * axios as it is, but for its way to the network, which is that of packages/api, and for the answer's
 * body, which arrives as bytes: it may be no text, and its size is of interest.
 */
const http = axios.create({
  adapter: 'fetch',
  responseType: 'arraybuffer',
  headers: { 'User-Agent': false },
});

/** Sends a request. What goes wrong is an outcome too; it never rejects. */
export async function send(request: WireRequest, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await http.request<ArrayBuffer>({
      method: request.method,
      url: request.url,
      headers: request.headers,
      signal,
      ...(request.body !== undefined && { data: request.body }),
    });
    return answered(response);
  } catch (cause) {
    return failed(cause);
  }
}

interface Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: object;
  readonly data: ArrayBuffer;
}

const answered = ({ status, statusText, headers, data }: Response): Outcome => ({
  kind: 'answered',
  status,
  statusText,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}`])),
  bytes: new Uint8Array(data),
});

function failed(cause: unknown): Outcome {
  if (!(cause instanceof Error)) return { kind: 'none', reason: String(cause) };
  if (cause instanceof AxiosError && cause.response) return answered(cause.response);
  if (isUnhandled(cause)) return { kind: 'unhandled', name: cause.name, message: cause.message };
  return { kind: 'none', reason: reasonOf(cause) };
}

/**
 * Mirage says so in the message; the description of older versions is often undefined. The client wraps
 * what its adapter threw.
 */
const isUnhandled = (error: Error & { description?: unknown }): boolean =>
  [error.description, error.message].some((text) => String(text).startsWith('Mirage:')) ||
  (error.cause instanceof Error && isUnhandled(error.cause));

/** The client's catalogue of messages (SPEC section 8), whatever its adapter calls them. */
function reasonOf(error: Error): string {
  if (axios.isCancel(error)) return 'Request aborted';
  const isOfFetch = error.name === 'TypeError' && /network|fetch|load/i.test(error.message);
  return isOfFetch || error.name === 'NetworkError' ? 'Network Error' : error.message;
}
