import { RemoteLoadError } from '@patchwork/federation/browser';
import { useLocation, useRevalidator, useRouteError } from '@patchwork/router';
import { useCallback, useState } from 'react';
import { FailedPage } from './FailedPage.tsx';
import { useNetworkReturn } from './useNetworkReturn.ts';

/** Shown instead of a page whose loader failed. Nothing is loaded again without a click but what the network held back. */
export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const visit = useLocation().key;
  const isTrying = state === 'loading';
  const [retriedVisit, setRetriedVisit] = useState<string>();
  const isOfRemote = error instanceof RemoteLoadError;
  const isNetworkAway = isOfRemote && error.isNetworkAway;
  const repeat = useCallback(() => void revalidate(), [revalidate]);
  useNetworkReturn(isNetworkAway, repeat);

  function tryAgain(): void {
    if (isOfRemote || !navigator.onLine) repeat();
    else location.reload();
    setRetriedVisit(visit);
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
