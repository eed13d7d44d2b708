import type { Result } from '@patchwork/domain';
import type { EndpointName } from './types.ts';

/** A call as it leaves the page. */
export interface SentCall {
  readonly name: EndpointName;
  readonly method: string;
  readonly url: string;
  /** Those that the client sets; the browser adds its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it travels, before JSON; undefined for none. */
  readonly body: unknown;
  /** See `CallOptions`. */
  readonly initiator: string | undefined;
}

/** How a call ended. `duration` is in milliseconds, the wait for `ApiOptions.ready` included. */
export type CallOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly statusText: string;
      readonly headers: Readonly<Record<string, string>>;
      /** As it came, before any schema. */
      readonly data: unknown;
      readonly duration: number;
    }
  | {
      /** Nothing came back: no network, given up, or aborted. */
      readonly kind: 'failed';
      readonly message: string;
      readonly duration: number;
    };

/**
 * Hears of a call while its caller is still on the stack, and through the function it returns, how
 * the call ended.
 */
export type CallObserver = (call: SentCall) => (outcome: CallOutcome) => void;

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: object;
  readonly data: unknown;
}

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export const causeText = (cause: unknown): string =>
  cause instanceof Error ? cause.message : `${cause}`;

const endings = { timeout: 'Given up: no answer in time', aborted: 'Aborted by the caller' };

/** Does a call's work, and tells an observer about it if there is one. */
export async function tellCall<T extends Result<Answer, keyof typeof endings>>(
  observe: CallObserver | undefined,
  call: SentCall,
  work: () => Promise<T>,
): Promise<T> {
  if (!observe) return work();
  const startedAt = performance.now();
  const end = observe(call);
  const fail = (message: string) =>
    end({ kind: 'failed', message, duration: performance.now() - startedAt });
  const sent = await work().catch((cause: unknown) => {
    fail(causeText(cause));
    throw cause;
  });
  if (sent.ok) {
    const { status, statusText, headers, data } = sent.value;
    const duration = performance.now() - startedAt;
    end({ kind: 'answered', status, statusText, headers: textsOf(headers), data, duration });
  } else fail(endings[sent.error]);
  return sent;
}
