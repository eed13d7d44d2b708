import { err, ok, type Result } from '@patchwork/domain';

export interface Deadline {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs `work` until it settles, `timeout` milliseconds pass or `signal` aborts. The signal passed to
 * `work` aborts it; the result does not wait for that, because a transport may ignore its signal.
 * axios's own timeout is not used: Mirage does not honour it.
 */
export async function withDeadline<T>(
  { timeoutMs: timeout, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Result<T, 'timeout' | 'aborted'>> {
  if (signal?.aborted) return err('aborted');
  const controller = new AbortController();
  const { promise: ended, resolve: end } = createDeferred<Result<never, 'timeout' | 'aborted'>>();
  const stop = (why: 'timeout' | 'aborted') => {
    end(err(why));
    controller.abort();
  };
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), timeout);
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
