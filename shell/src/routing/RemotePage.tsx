import { RemoteBoundary, type RemoteComponent } from '@patchwork/federation/browser';
import { useLoaderData, useLocation, useRevalidator } from '@patchwork/router';
import { passFocusToMain, Spinner } from '@patchwork/ui';
import { useRef } from 'react';
import { FailedPage } from '../app/FailedPage.tsx';

export interface LoadedPage extends RemoteComponent {
  /** Its name. */
  readonly page: string;
}

/** A remote's page, in a region of its own: when it fails, the frame and the other pages go on. */
export function RemotePage() {
  const { remote, page, Component } = useLoaderData<LoadedPage>();
  const { revalidate } = useRevalidator();
  const visit = useLocation().key;
  const retriedVisit = useRef<string>(undefined);

  /**
   * A crash that repeats itself makes the remote fall back to what is live now. Where that did not help,
   * the second time loads the whole page, with the shell that is live now.
   */
  function tryAgain(retry: () => void): void {
    if (retriedVisit.current === visit && navigator.onLine) location.reload();
    retriedVisit.current = visit;
    retry();
  }

  return (
    <RemoteBoundary
      remote={remote}
      target={{ page }}
      loading={<Spinner />}
      renderFailure={(error, retry) => <FailedPage error={error} retry={() => tryAgain(retry)} />}
      onReplaced={() => void revalidate()}
      visit={visit}
      ref={passFocusToMain}
    >
      <Component />
    </RemoteBoundary>
  );
}
