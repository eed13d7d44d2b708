import type { RemoteComponent } from '@patchwork/federation/browser';
import { ErrorFence, LeavingFence, regionOf, useRemotes } from '@patchwork/federation/browser';
import { useLoaderData, useLocation, useRevalidator } from '@patchwork/router';
import { passFocusToMain, Spinner } from '@patchwork/ui';
import { FailedPage } from '../app/FailedPage.tsx';

export interface LoadedPage extends RemoteComponent {
  /** Its name. */
  readonly page: string;
}

/** The region of the page that belongs to one remote. */
export function RemotePage() {
  const { remote, page, module } = useLoaderData<LoadedPage>();
  const { loader } = useRemotes();
  const { revalidate } = useRevalidator();
  const visit = useLocation().key;

  function mend(error: unknown): 'again' | Promise<boolean> {
    const answer = loader.reportCrash(remote, { page }, error);
    if (answer === 'again') return answer;
    return answer.then((isReplaced) => {
      if (isReplaced) void revalidate();
      return isReplaced;
    });
  }

  return (
    <LeavingFence onError={loader.reportError}>
      <ErrorFence
        key={`${remote.version} ${page}`}
        onCrash={mend}
        meanwhile={<Spinner />}
        fallback={(error, retry) => <FailedPage error={error} retry={retry} />}
        visit={visit}
      >
        <div {...regionOf(remote)} ref={passFocusToMain}>
          <module.Component />
        </div>
      </ErrorFence>
    </LeavingFence>
  );
}
