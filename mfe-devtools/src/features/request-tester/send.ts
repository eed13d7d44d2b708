import axios, { AxiosError, type AxiosResponse } from 'axios';
import { isEventStream, mediaTypeOf } from './events.ts';
import type { WireRequest } from './request.ts';

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Outcome =
  | (ResponseHead & {
      readonly kind: 'response';
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Why an event stream ended before its end: 'Request aborted', 'Network Error'. */
      readonly broken?: string;
    })
  /** Error of the mock, which has no handler for the request. */
  | { readonly kind: 'unhandled'; readonly name: string; readonly message: string }
  /** No response, for example because the connection was lost. */
  | { readonly kind: 'none'; readonly reason: string };

/** Gets the parts of an event stream as they arrive. */
export type Listener = (head: ResponseHead, part: Uint8Array<ArrayBuffer>) => void;

/**
 * HTTP client: axios over fetch, without axios's User-Agent header. Reads bodies as streams of bytes, because they may be
 * binary or never end, and their size is shown.
 */
const http = axios.create({
  adapter: 'fetch',
  responseType: 'stream',
  headers: { 'User-Agent': false },
});

type Answer = AxiosResponse<ReadableStream<Uint8Array<ArrayBuffer>> | null>;

/** Sends a request. Never rejects: errors are outcomes. Cancelling an event stream keeps what has arrived. */
export async function send(
  request: WireRequest,
  signal: AbortSignal,
  onPart?: Listener,
): Promise<Outcome> {
  try {
    const { method, url, headers, body } = request;
    const data = body === undefined ? {} : { data: body };
    const answer = http.request({ method, url, headers, signal, ...data });
    return await read(await answer.catch(refusedAnswer), signal, onPart);
  } catch (cause) {
    return failed(cause, signal);
  }
}

/** Returns the response of an error for a status other than 200 to 299. */
function refusedAnswer(cause: unknown): Answer {
  if (cause instanceof AxiosError && cause.response) return cause.response;
  throw cause;
}

async function read(
  { status, statusText, headers, data }: Answer,
  signal: AbortSignal,
  onPart?: Listener,
) {
  const named = Object.entries(headers).map(([name, value]) => [name, `${value}`] as const);
  const head = { status, statusText, headers: Object.fromEntries(named) };
  const isStream = isEventStream(mediaTypeOf(head.headers['content-type']));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const outcome = async () => ({
    ...{ kind: 'response' as const, ...head },
    bytes: new Uint8Array(await new Blob(parts).arrayBuffer()),
  });
  try {
    if (isStream) onPart?.(head, new Uint8Array());
    const reader = data?.getReader();
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      parts.push(next.value);
      if (isStream) onPart?.(head, next.value);
    }
  } catch (cause) {
    if (!isStream) throw cause;
    return { ...(await outcome()), broken: reasonOf(cause, signal) };
  }
  return outcome();
}

function failed(cause: unknown, signal: AbortSignal): Outcome {
  if (cause instanceof Error && isUnhandled(cause)) {
    return { kind: 'unhandled', name: cause.name, message: cause.message };
  }
  return { kind: 'none', reason: reasonOf(cause, signal) };
}

/**
 * Whether the mock has no handler for a request. Mirage says so in the message; older versions, in the description.
 * Also checks the cause, because axios wraps its adapter's errors.
 */
const isUnhandled = (error: Error & { description?: unknown }): boolean =>
  [error.description, error.message].some((text) => String(text).startsWith('Mirage:')) ||
  (error.cause instanceof Error && isUnhandled(error.cause));

/** Returns axios's message for an aborted request or lost connection, else the error's own. */
function reasonOf(error: unknown, { aborted }: AbortSignal): string {
  // A body that is being read rejects with an error of the browser's own.
  if (aborted) return 'Request aborted';
  if (!(error instanceof Error)) return String(error);
  const isOfFetch = error.name === 'TypeError' && /network|fetch|load/i.test(error.message);
  return isOfFetch || error.name === 'NetworkError' ? 'Network Error' : error.message;
}
