import { refusalBody } from '@patchwork/api/catalogue-refusals';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { callNames } from '../api/calls.ts';
import type { CallName, MockSettings } from './control.ts';

export const DEFAULT_SEED = 2719;

export interface Failures {
  /**
   * Draws at random whether the next call of the endpoint `name` fails, with a probability of `rate`, from 0 to 1. Each
   * draw advances the endpoint's random numbers, so draw at most once per API call. `seed` counts only at an endpoint's
   * first draw after the start or after `restart`.
   */
  isNext: (name: CallName, rate: number, seed: number) => boolean;
  /** Restarts every endpoint's random numbers. */
  restart: () => void;
}

/**
 * Creates an object that decides at random which calls fail. Each endpoint has its own random numbers, so that calls of
 * other endpoints don't affect it. A call that fails at some rate also fails at any higher rate.
 */
export function createFailures(): Failures {
  const streams = new Map<CallName, RandomGenerator>();
  return {
    isNext: (name, rate, seed) => {
      const stream = streams.get(name) ?? streamOf(seed, name);
      streams.set(name, stream);
      return uniformFloat64(stream) < rate;
    },
    restart: () => streams.clear(),
  };
}

/**
 * Creates an endpoint's random generator. Each generator jumps ahead a different number of times, so that no two
 * streams overlap. The first one jumps too, because similar seeds begin with similar numbers.
 */
function streamOf(seed: number, name: CallName): RandomGenerator {
  const known = (callNames as readonly string[]).indexOf(name);
  // Calls of the remotes' own are not in the table: each begins at a seed of its own instead.
  const own =
    known === -1 ? [...name].reduce((sum, text) => (sum * 31 + text.charCodeAt(0)) | 0, 7) : 0;
  const generator = xoroshiro128plus(seed ^ own);
  for (let jumps = known === -1 ? callNames.length : known; jumps >= 0; jumps -= 1)
    generator.jump();
  return generator;
}

export interface WireResponse {
  /** Status of the response; 0 without a response, as in XMLHttpRequest. */
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Response whose body is text already. */
export interface WireText extends Omit<WireResponse, 'body'> {
  readonly body: string;
}

/**
 * Returns the response if this call fails on purpose, else undefined. Must be called at most once per API call. A
 * header distinguishes the response from a handler's error.
 */
export function failOnPurpose(
  random: Failures,
  { failures, seed }: MockSettings,
  name: CallName,
): WireResponse | undefined {
  const { rate, as } = failures[name] ?? { rate: 0, as: 0 };
  if (rate === 0 || !random.isNext(name, rate, seed)) return undefined;
  if (as === 'network') return { status: 0, body: {} };
  const text = `The mock fails ${name} on purpose.`;
  const body = refusalBody({ status: as, code: 'failedOnPurpose', text });
  // A server that is busy or restarted names the time after which the call may be repeated.
  const wait = as === 503 && { 'retry-after': '1' };
  return { status: as, body, headers: { 'x-mock-failure': name, ...wait } };
}

/** Status texts (RFC 9110) of the statuses that the mock uses, as a server over HTTP/1.1 sends them. */
const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * Creates the response that fetch resolves to; a response to HEAD has no body. Throws like fetch if the connection is
 * lost.
 */
export function toResponse(
  method: string,
  { status, body, headers }: WireResponse | WireText,
): Response {
  if (status === 0) throw new TypeError('Failed to fetch');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = new Response(method === 'HEAD' ? '' : text, {
    ...{ status, statusText: statusTexts[status] ?? '' },
    headers: headers ?? {},
  });
  response.headers.set('content-type', 'application/json');
  return response;
}
