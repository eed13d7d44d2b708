import { RemoteLoadError, regionOf } from '@patchwork/federation/browser';
import { Link } from '@patchwork/router';
import { pathToAtom } from '@patchwork/state';
import { Button, buttonLook } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { shellRegion } from './region.ts';
import { Screen } from './Screen.tsx';

interface FailedPageProps {
  readonly error: unknown;
  /** What 'Try again' does. */
  readonly retry: () => void;
  readonly isTrying?: boolean;
}

/** Shown instead of a page that failed; the frame and the other pages go on. */
export function FailedPage({ error, retry, isTrying = false }: FailedPageProps) {
  const pathTo = useAtomValue(pathToAtom);
  const remote = error instanceof RemoteLoadError ? error.remote : undefined;

  useEffect(() => console.error(error), [error]);

  return (
    <div role="alert" {...(remote ? regionOf(remote) : shellRegion)}>
      <Screen
        heading={
          remote ? `${remote.team} can’t be reached just now` : 'Unexpected Application Error!'
        }
        actions={
          <>
            <Button disabled={isTrying} onClick={retry}>
              Try again
            </Button>
            <Link {...buttonLook('quiet')} to={pathTo('home')}>
              Back to the home page
            </Link>
          </>
        }
      >
        {remote
          ? `This part of the shop (${remote.id}) could not be loaded. The rest of the shop works, and nothing of yours is lost.`
          : 'This page stopped with an error. Nothing of yours is lost.'}
      </Screen>
    </div>
  );
}
