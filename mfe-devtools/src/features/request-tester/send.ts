import axios, { AxiosError, type AxiosResponse } from 'axios';
import type { WireRequest } from './request.ts';

export type Outcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly statusText: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  /** Error of the mock, which has no handler for the request. */
  | { readonly kind: 'unhandled'; readonly name: string; readonly message: string }
  /** No response, for example because the connection was lost. */
  | { readonly kind: 'none'; readonly reason: string };

/**
 * HTTP client: axios over fetch, without axios's User-Agent header. Reads bodies as bytes, because they may be binary
 * and their size is shown.
 */
const http = axios.create({
  adapter: 'fetch',
  responseType: 'arraybuffer',
  headers: { 'User-Agent': false },
});

/** Sends a request. Never rejects: errors are outcomes. */
export async function send(request: WireRequest, signal: AbortSignal): Promise<Outcome> {
  try {
    const { method, url, headers, body } = request;
    const data = body === undefined ? {} : { data: body };
    return toOutcome(await http.request({ method, url, headers, signal, ...data }));
  } catch (cause) {
    return failed(cause);
  }
}

const toOutcome = ({ status, statusText, headers, data }: AxiosResponse<ArrayBuffer>): Outcome => ({
  kind: 'response',
  status,
  statusText,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}`])),
  bytes: new Uint8Array(data),
});

function failed(cause: unknown): Outcome {
  if (!(cause instanceof Error)) return { kind: 'none', reason: String(cause) };
  if (cause instanceof AxiosError && cause.response) return toOutcome(cause.response);
  if (isUnhandled(cause)) return { kind: 'unhandled', name: cause.name, message: cause.message };
  return { kind: 'none', reason: reasonOf(cause) };
}

/**
 * Whether the mock has no handler for a request. Mirage says so in the message; older versions, in the description.
 * Also checks the cause, because axios wraps its adapter's errors.
 */
const isUnhandled = (error: Error & { description?: unknown }): boolean =>
  [error.description, error.message].some((text) => String(text).startsWith('Mirage:')) ||
  (error.cause instanceof Error && isUnhandled(error.cause));

/** Returns axios's message for an aborted request or lost connection, else the error's own. */
function reasonOf(error: Error): string {
  if (axios.isCancel(error)) return 'Request aborted';
  const isOfFetch = error.name === 'TypeError' && /network|fetch|load/i.test(error.message);
  return isOfFetch || error.name === 'NetworkError' ? 'Network Error' : error.message;
}
