import { RedirectLoop } from '@patchwork/host/boot';
import { isShopReachable, RemoteLoadError, regionOf } from '@patchwork/host/browser';
import { Link, useLocation, useRevalidator, useRouteError } from '@patchwork/host/router';
import { pathToAtom } from '@patchwork/shop/state';
import { Button, buttonLook } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { shellRegion } from './region.ts';
import { Screen } from './screens.tsx';

/**
 * Interval in milliseconds at which the page checks whether the shop can be reached. The browser's `online` event is
 * not enough: it only reports the local network.
 */
const PAUSE_MS = 3000;

/** Calls back when the shop can be reached again. */
function useNetworkReturn(isAway: boolean, callback: () => void): void {
  const onReturn = useEffectEvent(callback);
  useEffect(() => {
    if (!isAway) return;
    let isStale = false;
    async function ask() {
      if ((await isShopReachable()) && !isStale) onReturn();
    }
    const timer = setInterval(ask, PAUSE_MS);
    window.addEventListener('online', ask);
    return () => {
      isStale = true;
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isAway]);
}

interface FailedPageProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly isTrying?: boolean;
  /** Whether 'Try again' has failed before. The page may then be older than all versions that are still served. */
  readonly hasRetried?: boolean;
}

function explain(error: unknown, hasRetried: boolean) {
  if (error instanceof RedirectLoop) {
    return {
      heading: 'This page can’t be opened',
      text: 'The shop redirects it in a circle, which is a mistake of the shop. The rest of the shop works, and nothing of yours is lost.',
    };
  }
  if (!(error instanceof RemoteLoadError)) {
    return {
      heading: 'Unexpected Application Error!',
      text: 'This page stopped with an error. Nothing of yours is lost.',
    };
  }
  const { remote, isNetworkAway } = error;
  if (isNetworkAway) {
    return {
      heading: 'No connection to the shop',
      text: 'The network is away, so this page could not be loaded. It opens by itself when the connection is back. Nothing of yours is lost.',
    };
  }
  return {
    heading: `${remote.team} can’t be reached just now`,
    text: hasRetried
      ? 'Trying again did not help. The shop may have been updated since this page was opened: load the page again. Your session, cart and wishlist are kept.'
      : 'This part of the shop could not be loaded. The rest of the shop works, and nothing of yours is lost.',
  };
}

/** Error screen of a page that failed. The frame and the other pages keep working. */
export function FailedPage({
  error,
  retry,
  isTrying = false,
  hasRetried = false,
}: FailedPageProps) {
  const pathTo = useAtomValue(pathToAtom);
  const { heading, text } = explain(error, hasRetried);
  const isOfRemote = error instanceof RemoteLoadError;
  const region = isOfRemote ? { ...shellRegion, ...regionOf(error.remote) } : shellRegion;
  useNetworkReturn(isOfRemote && error.isNetworkAway, retry);
  useEffect(() => console.error(error), [error]);

  return (
    <div role="alert" {...region}>
      <Screen
        heading={heading}
        actions={
          <>
            <Button disabled={isTrying} onClick={retry}>
              Try again
            </Button>
            {hasRetried && (
              <Button variant="quiet" onClick={() => location.reload()}>
                Load the page again
              </Button>
            )}
            <Link {...buttonLook('quiet')} to={pathTo('home')}>
              Back to the home page
            </Link>
          </>
        }
      >
        {text}
      </Screen>
    </div>
  );
}

/** Error screen of a page whose loader failed. Retries without a click only if the network was down. */
export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const visit = useLocation().key;
  const isTrying = state === 'loading';
  const [retriedVisit, setRetriedVisit] = useState<string>();
  const isOfRemote = error instanceof RemoteLoadError;
  const isNetworkAway = isOfRemote && error.isNetworkAway;

  function tryAgain(): void {
    if (isOfRemote || !navigator.onLine) void revalidate();
    else location.reload();
    if (!isNetworkAway) setRetriedVisit(visit);
  }

  return (
    <FailedPage
      error={error}
      retry={tryAgain}
      isTrying={isTrying}
      hasRetried={isOfRemote && !isNetworkAway && retriedVisit === visit && !isTrying}
    />
  );
}
