import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { SentEndpoint } from './endpoint.ts';
import type { EndpointInput, InputOf, OutputOf, ShopperEndpointName } from './endpoints.ts';
import { type ApiError, statusError } from './errors.ts';
import type { refusals } from './refusals.ts';
import {
  type Fetch,
  type HttpResponse,
  networkFailure,
  requestFor,
  type SentCall,
  send,
} from './request.ts';
import { shopperEndpoints } from './shopper-endpoints.ts';

/** Outcome of a call. `duration` is in milliseconds and includes the wait for `ApiOptions.ready`. */
export type CallOutcome =
  | ({ readonly kind: 'responded'; readonly duration: number } & HttpResponse)
  | {
      /** Failure without a response: no network, a timeout, or an abort. */
      readonly kind: 'failed';
      readonly message: string;
      readonly duration: number;
    };

/**
 * Observer of calls. It runs synchronously within the call, so it can read the caller from the stack. The function it
 * returns receives the outcome.
 */
export type CallObserver = (call: SentCall) => (outcome: CallOutcome) => void;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Name of the caller, for observers. Needed if the call is made so late that the stack no longer shows the caller.
   */
  readonly initiator?: string | undefined;
}

/** Calls of the shop's endpoints, by name. They never throw or reject: failures are returned as values. */
type Calls = {
  readonly [K in ShopperEndpointName]: (
    input: InputOf<K>,
    options?: CallOptions,
  ) => Promise<Result<OutputOf<K>, ApiError>>;
};

declare global {
  /**
   * The API's client. Shared values refer to it by this global name, so their types don't depend on the endpoint
   * table's version; the release gate compares only the calls that a remote makes.
   */
  interface PatchworkApi extends Calls {
    /**
     * Makes a call that the shop's client lacks, to an endpoint that the remote defines. For observers, the call's name
     * is its method and path.
     */
    readonly call: <const TEndpoint extends SentEndpoint>(
      endpoint: TEndpoint,
      input: EndpointInput<TEndpoint>,
      options?: CallOptions,
    ) => Promise<Result<v.InferOutput<TEndpoint['response']>, ApiError>>;
  }
}

export type Api = PatchworkApi;

export interface ApiOptions {
  /** Base URL of the API; '' for the page's own origin. Prepended to the table's paths. */
  readonly baseUrl: string;
  /** Returns the session's token, if there is a session. Calls with access 'open' don't send it. */
  getToken: () => string | undefined;
  /**
   * Called when the API refuses a call's token (401), or the token's user no longer exists (404). Not called if the
   * session has another token by then.
   */
  onUnauthorized: () => void;
  /**
   * Awaited before each request is sent. If no API is configured, the promise must not resolve before the mock has
   * started.
   */
  ready?: () => Promise<void>;
  /** Sends the requests. By default the page's `fetch`, looked up at each call. */
  readonly fetch?: Fetch;
  /** Timeout of a call, in milliseconds; 15,000 by default. */
  readonly timeoutMs?: number;
  /** Called when a call starts. The function that it returns is called when the call ends. */
  readonly observe?: CallObserver;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Creates the API's client. A page has one. */
export function createApi(options: ApiOptions): Api {
  const calls = Object.entries(shopperEndpoints).map(([name, endpoint]) => [
    name,
    (input: Record<string, unknown>, callOptions?: CallOptions) =>
      run(options, name, endpoint, input, callOptions),
  ]);
  return {
    ...Object.fromEntries(calls),
    call: (endpoint: SentEndpoint, input: Record<string, unknown>, callOptions?: CallOptions) =>
      run(options, `${endpoint.method} ${endpoint.path}`, endpoint, input, callOptions),
  };
}

async function run(
  options: ApiOptions,
  name: string,
  endpoint: SentEndpoint,
  input: Record<string, unknown>,
  { signal, initiator }: CallOptions = {},
): Promise<Result<unknown, ApiError>> {
  try {
    const baseUrl = options.baseUrl.replace(/\/+$/, '');
    const token = endpoint.access === 'open' ? undefined : options.getToken();
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
    const isProtected = endpoint.access !== 'open' && token === options.getToken();
    if (isProtected && !result.ok && endsSession(result.error)) options.onUnauthorized();
    return result;
  } catch (cause) {
    return err(networkFailure(cause));
  }
}

/** Code of a refusal because the token's user was deleted. The table of refusals itself isn't part of the page. */
const USER_DELETED = 'emailUnknown' satisfies keyof typeof refusals;

const endsSession = (error: ApiError): boolean =>
  error.kind === 'status' && (error.status === 401 || error.code === USER_DELETED);

function read(
  endpoint: SentEndpoint,
  { status, data, headers }: HttpResponse,
): Result<unknown, ApiError> {
  if (status < 200 || status > 299) {
    return err(statusError(status, data, headers['retry-after']));
  }
  const parsed = v.safeParse(endpoint.response, data);
  if (parsed.success) return ok(parsed.output);
  return err({ kind: 'malformed', message: `${endpoint.path}: ${v.summarize(parsed.issues)}` });
}
