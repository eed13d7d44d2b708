import { RemoteLoadError } from '@patchwork/federation/browser';
import { useLoaderData, useRouteError } from '@patchwork/router';
import { ErrorScreen } from '../app/ErrorScreen.tsx';
import { type LoadedPage, RemotePage } from './RemotePage.tsx';

/**
 * Shown instead of a page that could not be loaded. React Router 7.18 keeps the error when the page is
 * loaded before React has rendered that it is being loaded again. The page is shown then.
 */
export function PageError() {
  const loaded = useLoaderData<LoadedPage | undefined>();
  const isOfLoading = useRouteError() instanceof RemoteLoadError;
  return loaded && isOfLoading ? <RemotePage /> : <ErrorScreen />;
}
