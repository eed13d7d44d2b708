import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import {
  type EndpointName,
  endpointNames,
  endpoints,
  type InputOf,
  type OutputOf,
} from './endpoints.ts';
import { type ApiError, emailUnknown, statusError } from './errors.ts';
import {
  type Fetch,
  type HttpResponse,
  networkFailure,
  requestFor,
  type SentCall,
  send,
} from './request.ts';

/** Outcome of a call. `duration` is in milliseconds, the wait for `ApiOptions.ready` included. */
export type CallOutcome =
  | ({ readonly kind: 'responded'; readonly duration: number } & HttpResponse)
  | {
      /** Failure without a response: no network, a timeout, or an abort. */
      readonly kind: 'failed';
      readonly message: string;
      readonly duration: number;
    };

/**
 * Function that is called with each call while its caller is still on the stack. The function that it returns is called
 * with the outcome.
 */
export type CallObserver = (call: SentCall) => (outcome: CallOutcome) => void;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Name of the caller, for the observer, if the call is made later and its caller has left the stack. */
  readonly initiator?: string | undefined;
}

/** Calls of the table, by name. A failure is a value: no response makes a call throw. */
type Calls = {
  readonly [K in EndpointName]: (
    input: InputOf<K>,
    options?: CallOptions,
  ) => Promise<Result<OutputOf<K>, ApiError>>;
};

declare global {
  /**
   * The API's client. Its name is global, so that shared values which mention it have the same type with every version
   * of the table: the release gate compares the calls that a remote makes, and no others.
   */
  interface PatchworkApi extends Calls {}
}

export type Api = PatchworkApi;

export interface ApiOptions {
  /** Origin of the API, '' for the page's own. The table's paths are added to it. */
  readonly baseUrl: string;
  /** The token of the session, if there is one; sent by calls with access 'login' only. */
  getToken: () => string | undefined;
  /**
   * Called when a call with access 'login' was refused for its token (401), or because the token's user no longer
   * exists (404), and the session still has the token that was sent.
   */
  onUnauthorized: () => void;
  /** Awaited before each call: the start of the mock, if no API is configured. */
  ready?: () => Promise<void>;
  /** Sends the requests; by default the page's `fetch` at the time of each call. */
  readonly fetch?: Fetch;
  /** Timeout of a call; 15 seconds by default. */
  readonly timeoutMs?: number;
  /** Called for every call, when it is sent and when it ends. */
  readonly observe?: CallObserver;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Creates the client. A page needs one, whose `getToken` gives the token of the current session. */
export function createApi(options: ApiOptions): Api {
  const calls = endpointNames.map((name) => [
    name,
    (input: Record<string, unknown>, callOptions: CallOptions = {}) =>
      run(options, name, input, callOptions),
  ]);
  return Object.fromEntries(calls) as Api;
}

async function run(
  options: ApiOptions,
  name: EndpointName,
  input: Record<string, unknown>,
  { signal, initiator }: CallOptions,
): Promise<Result<unknown, ApiError>> {
  try {
    const endpoint: Endpoint = endpoints[name];
    const baseUrl = options.baseUrl.replace(/\/+$/, '');
    const token = endpoint.access === 'login' ? options.getToken() : undefined;
    const call = requestFor(name, endpoint, input, { baseUrl, token, initiator });
    const startedAt = performance.now();
    const end = options.observe?.(call);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, ready, fetch } = options;
    const sent = await send(call, { timeoutMs, signal, ready, fetch });
    const duration = performance.now() - startedAt;
    if (sent.ok) end?.({ kind: 'responded', ...sent.value, duration });
    else end?.({ kind: 'failed', message: sent.error.message, duration });
    if (!sent.ok) return sent;
    const result = read(endpoint, sent.value);
    const isProtected = endpoint.access === 'login' && token === options.getToken();
    if (isProtected && !result.ok && endsSession(result.error)) options.onUnauthorized();
    return result;
  } catch (cause) {
    return err(networkFailure(cause));
  }
}

/** Whether an error ends the session. A 404 has several reasons, which only its text tells apart. */
const endsSession = (error: ApiError): boolean =>
  error.kind === 'status' &&
  (error.status === 401 ||
    (error.status === emailUnknown.status && error.messages.includes(emailUnknown.text)));

function read(endpoint: Endpoint, { status, data }: HttpResponse): Result<unknown, ApiError> {
  if (status < 200 || status > 299) return err(statusError(status, data));
  const parsed = v.safeParse(endpoint.response, data);
  if (parsed.success) return ok(parsed.output);
  return err({ kind: 'malformed', message: `${endpoint.path}: ${v.summarize(parsed.issues)}` });
}
