import type { Page, Request } from 'playwright-core';

/** Milliseconds without a change after which a page counts as idle, if nothing in it waits for a time to pass. */
const QUIET_MS = 150;
/** Milliseconds without a change after which any page counts as idle. Longer than the mock's response time. */
const STILL_MS = 500;
/** Maximum wait in milliseconds for a page to become idle. */
const STILL_TIMEOUT_MS = 4000;
/** Maximum wait in milliseconds for the files and data that an idle page still loads. */
const LOADED_TIMEOUT_MS = 10_000;

interface WatchedWindow {
  /** Timers that end soon. */
  readonly patchworkTimers?: ReadonlySet<number>;
}

/**
 * Runs in the page, before its scripts. Keeps the timers that end within `soon` milliseconds. Must not contain named
 * functions: tsx would make them call a helper that the page lacks.
 */
function watchTimers(soon: number): void {
  const { setTimeout: start, clearTimeout: stop } = window;
  const timers = new Set<number>();
  Object.assign(window, {
    patchworkTimers: timers,
    setTimeout(handler: TimerHandler, delay?: number, ...args: unknown[]) {
      if (typeof handler !== 'function' || Number(delay ?? 0) > soon) {
        return start(handler, delay, ...args);
      }
      const timer = start(() => {
        timers.delete(timer);
        handler.apply(window, args);
      }, delay);
      timers.add(timer);
      return timer;
    },
    clearTimeout(timer?: number) {
      timers.delete(Number(timer));
      stop(timer);
    },
  });
}

/**
 * Runs in the page. Resolves when nothing has changed in it for `quiet` milliseconds and no timer or animation is about
 * to end; when nothing has changed for `still` milliseconds; or after `limit` milliseconds.
 */
async function whenStill([quiet, still, limit]: readonly [number, number, number]): Promise<void> {
  const { patchworkTimers } = window as WatchedWindow;
  let changedAt = performance.now();
  const end = changedAt + limit;
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, all);
  for (let isStill = false; !isStill; ) {
    // React renders in many short tasks, without a change until the last one. Idle callbacks come after them.
    await new Promise<unknown>((resolve) => {
      const timer = setInterval(() => {
        clearInterval(timer);
        requestIdleCallback(resolve, { timeout: still });
      }, 25);
    });
    const isWaiting =
      patchworkTimers === undefined ||
      patchworkTimers.size > 0 ||
      document.getAnimations().some(({ playState }) => playState === 'running');
    const now = performance.now();
    isStill = now - changedAt >= (isWaiting ? still : quiet) || now >= end;
  }
  observer.disconnect();
}

/**
 * Returns a function that resolves when nothing has changed in a page and nothing has arrived for a while. Call this
 * before the page is opened. Several pages load at once, so a file may arrive long after it was requested.
 */
export async function watchStillness(page: Page): Promise<() => Promise<void>> {
  const pending = new Set<Request>();
  let arrivedAt = 0;
  await page.addInitScript(watchTimers, STILL_MS);
  page.on('request', (request) => {
    if (!/^(?:eventsource|websocket|ping)$/.test(request.resourceType())) pending.add(request);
  });
  const end = (request: Request) => {
    if (pending.delete(request)) arrivedAt = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const limit = performance.now() + LOADED_TIMEOUT_MS;
    // A worker's messages come at any time.
    const quiet = () => (page.workers().length > 0 ? STILL_MS : QUIET_MS);
    const isLoading = () => pending.size > 0 || performance.now() - arrivedAt < quiet();
    do await page.evaluate(whenStill, [quiet(), STILL_MS, STILL_TIMEOUT_MS] as const);
    while (isLoading() && performance.now() < limit);
  };
}
