import { Suspense, useContext, useRef } from 'react';
import { Shown } from '../boot/shown.tsx';
import { RemoteBoundary, type RemoteComponent, RemoteLoadError } from '../browser.ts';
import { passFocusToMain } from '../dom/focus.ts';
import { useLoaderData, useLocation, useRevalidator, useRouteError } from './router.ts';
import { ScreensContext } from './screens.ts';

export interface LoadedPage extends RemoteComponent {
  readonly page: string;
}

/**
 * A remote's page with its own error and hydration boundary. If it fails, the frame and the other pages keep working.
 */
export function RemotePage() {
  const { remote, page, Component } = useLoaderData<LoadedPage>();
  const { Loading, FailedPage } = useContext(ScreensContext);
  const { revalidate } = useRevalidator();
  const visit = useLocation().key;
  const retriedVisit = useRef<string>(undefined);

  /**
   * Retries a crashed page. After another crash, the remote falls back to the version that is live now. If that fails
   * too, the second 'Try again' of a visit reloads the document, with the live shell.
   */
  function tryAgain(retry: () => void): void {
    if (retriedVisit.current === visit && navigator.onLine) location.reload();
    retriedVisit.current = visit;
    retry();
  }

  return (
    <Suspense fallback={<Loading />}>
      <RemoteBoundary
        remote={remote}
        target={{ page }}
        loading={<Loading />}
        renderFailure={(error, retry) => <FailedPage error={error} retry={() => tryAgain(retry)} />}
        onReplaced={() => void revalidate()}
        visit={visit}
        ref={passFocusToMain}
      >
        <Component />
      </RemoteBoundary>
      <Shown />
    </Suspense>
  );
}

/**
 * Error screen of a page that could not be loaded. React Router 7.18 keeps the error if the page arrives before React
 * has rendered the loading state; in that case the page is shown instead.
 */
export function PageError() {
  const { ErrorScreen } = useContext(ScreensContext);
  const loaded = useLoaderData<LoadedPage | undefined>();
  const isOfLoading = useRouteError() instanceof RemoteLoadError;
  return loaded && isOfLoading ? <RemotePage /> : <ErrorScreen />;
}
