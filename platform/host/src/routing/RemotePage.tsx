import { Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { Committed, Shown } from '../boot/shown.tsx';
import { RemoteBoundary, type RemoteComponent, RemoteLoadError } from '../browser.ts';
import { passFocusToMain } from '../dom/focus.ts';
import { useFailedPress } from '../react/failed-press.ts';
import { useRemotes } from '../react/remotes-context.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { useLoaderData, useLocation, useRevalidator, useRouteError } from './router.ts';
import { ScreensContext } from './screens.ts';

export interface LoadedPage extends RemoteComponent {
  readonly page: string;
}

/** Throws, to the page's error boundary, the failure to load a file of the remote after a press. */
function FailedPress({ remote: { entry } }: { readonly remote: ActiveRemote }) {
  const [failure, setFailure] = useState<Error>();
  useFailedPress(entry, setFailure);
  if (failure) throw failure;
  return null;
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
  // The page that arrives is shown instead of the failure.
  const loaded = useMemo(() => [visit, Component], [visit, Component]);
  const repeatInput = useRef<() => void>(undefined);
  const { loader } = useRemotes();

  const restoreInput = useCallback(() => {
    repeatInput.current?.();
    repeatInput.current = undefined;
  }, []);

  /**
   * Retries a crashed page. After another crash, the remote falls back to the version that is live now. If that fails
   * too, the second 'Try again' of a visit reloads the document, with the live shell. A page that could not load a file
   * is loaded again: a bundler keeps the failure of a file, and React that of a lazy component.
   */
  async function tryAgain(error: unknown, retry: () => void): Promise<void> {
    if (retriedVisit.current === visit && navigator.onLine) location.reload();
    retriedVisit.current = visit;
    if (!(error instanceof RemoteLoadError)) return retry();
    if (loader.activeVersion(remote) === remote) await loader.reload(remote);
    void revalidate();
  }

  return (
    <Suspense fallback={<Loading />}>
      <RemoteBoundary
        remote={remote}
        target={{ page }}
        loading={<Loading />}
        renderFailure={(error, retry) => (
          <FailedPage error={error} retry={() => void tryAgain(error, retry)} />
        )}
        onReplaced={() => void revalidate()}
        onIncomplete={(repeat) => {
          repeatInput.current = repeat;
        }}
        visit={loaded}
        ref={passFocusToMain}
      >
        <Component />
        <FailedPress remote={remote} />
        <Committed onCommit={restoreInput} />
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
