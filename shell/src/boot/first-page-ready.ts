import { pause, type RemoteComponent } from '@patchwork/federation/browser';
import type { Store } from '@patchwork/state';
import type { ComponentModule } from '../app/contract.ts';
import type { ErrorWatch } from '../errors/watch-errors.ts';
import type { ShopRouter } from '../routing/router.ts';

/** The app shell is shown until the first page is loaded, but not longer than this. */
const FIRST_PAGE_TIMEOUT_MS = 1500;

/** A prerendered page says more than the frame with a spinner, which would replace it. */
const PRERENDERED_TIMEOUT_MS = 8000;

type FirstPage = RemoteComponent & ComponentModule;

const whenInitialized = (router: ShopRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    router.subscribe(({ initialized }) => initialized && resolve());
  });

/** Lets the page load what it needs: without its data it would replace its first words by a spinner. */
async function loadFirstPage(store: Store, router: ShopRouter, errors: ErrorWatch): Promise<void> {
  await whenInitialized(router);
  const { matches, loaderData } = router.state;
  const match = matches.at(-1);
  const page: FirstPage | undefined = match && loaderData[match.route.id];
  try {
    await page?.load?.(store, match?.params ?? {});
  } catch (error) {
    console.error(error);
    errors.add({ event: 'error', error, remote: page?.remote });
  }
}

/** Resolves when the first page may replace what the HTML shows. */
export async function whenFirstPageIsReady(
  store: Store,
  router: ShopRouter,
  errors: ErrorWatch,
): Promise<void> {
  const isPrerendered = document.querySelector('[data-prerendered]') !== null;
  const [ready, timeoutMs] = isPrerendered
    ? [loadFirstPage(store, router, errors), PRERENDERED_TIMEOUT_MS]
    : [whenInitialized(router), FIRST_PAGE_TIMEOUT_MS];
  await Promise.race([ready, pause(timeoutMs)]);
}
