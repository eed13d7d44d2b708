import type { Request as MirageRequest } from 'miragejs';

/* How a request to Pretender ends where it is not as in a browser. */

const endEvents = ['load', 'error', 'abort', 'timeout'];

/** Pretender passes on how a request ended, but not 'loadend', which axios's XHR adapter awaits. */
export function announceLoadEnd(request: XMLHttpRequest): void {
  for (const event of endEvents) {
    request.addEventListener(event, () =>
      queueMicrotask(() => request.onloadend?.(new ProgressEvent('loadend'))),
    );
  }
}

/** Mirage's request is Pretender's own XMLHttpRequest. */
interface FakeXhr extends XMLHttpRequest {
  readyState: number;
  readonly aborted?: boolean;
}

/** Ends a request as a lost connection does. The promise never settles: Pretender must not respond. */
export function loseConnection(request: MirageRequest, delay: number): Promise<never> {
  const fake = request as unknown as FakeXhr;
  setTimeout(() => {
    if (fake.aborted) return;
    fake.readyState = fake.DONE;
    // Of its handler properties, dispatchEvent calls only the one for 'loadend'.
    fake.onreadystatechange?.(new Event('readystatechange'));
    fake.dispatchEvent(new Event('readystatechange'));
    fake.onerror?.(new ProgressEvent('error'));
    for (const ending of ['error', 'loadend']) fake.dispatchEvent(new ProgressEvent(ending));
  }, delay);
  return new Promise(() => {});
}

/** axios does not recognize Mirage's message for a lost connection. */
export function failAsBrowser(cause: unknown): never {
  const isLost = cause instanceof TypeError && cause.message === 'Network request failed';
  throw isLost ? new TypeError('Failed to fetch') : cause;
}
