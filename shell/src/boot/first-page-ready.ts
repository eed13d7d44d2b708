import { pause } from '@patchwork/federation/browser';
import type { ShopRouter } from '../routing/router.ts';

/** The app shell is shown until the first page is loaded, but not longer than this. */
const FIRST_PAGE_TIMEOUT_MS = 1500;

/** A prerendered page says more than the frame with a spinner, which would replace it. */
const PRERENDERED_TIMEOUT_MS = 8000;

const whenInitialized = (router: ShopRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    router.subscribe(({ initialized }) => initialized && resolve());
  });

/** Resolves when the first page may replace what the HTML shows. */
export async function whenFirstPageIsReady(router: ShopRouter): Promise<void> {
  const isPrerendered = document.querySelector('[data-prerendered]') !== null;
  const timeoutMs = isPrerendered ? PRERENDERED_TIMEOUT_MS : FIRST_PAGE_TIMEOUT_MS;
  await Promise.race([whenInitialized(router), pause(timeoutMs)]);
}
