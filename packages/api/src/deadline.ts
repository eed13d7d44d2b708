import { err, ok, type Result } from '@patchwork/domain';

/** Why work ended without a result. The messages are the specification's. */
export interface Ended {
  readonly kind: 'timeout' | 'aborted';
  readonly message: string;
}

export interface Deadline {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const aborted: Ended = { kind: 'aborted', message: 'Request aborted' };

const timeoutAfter = (timeoutMs: number): Ended => ({
  kind: 'timeout',
  message: `timeout of ${timeoutMs}ms exceeded`,
});

/**
 * Runs `work` until it settles, `timeoutMs` pass or `signal` aborts. The signal passed to
 * `work` aborts it; the result does not wait for that: Mirage ignores the signal of a request.
 */
export async function withDeadline<T>(
  { timeoutMs, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Result<T, Ended>> {
  if (signal?.aborted) return err(aborted);
  const controller = new AbortController();
  const { promise: ended, resolve: end } = createDeferred<Result<never, Ended>>();
  const stop = (why: Ended) => {
    end(err(why));
    controller.abort();
  };
  const onAbort = () => stop(aborted);
  const timer = setTimeout(() => stop(timeoutAfter(timeoutMs)), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([ended, work(controller.signal).then(ok)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Promise.withResolvers, which Node 20 lacks. */
function createDeferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
