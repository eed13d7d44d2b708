import { RemoteLoadError } from '@patchwork/federation/browser';
import { useRevalidator, useRouteError } from '@patchwork/router';
import { FailedPage } from './FailedPage.tsx';

/** Shown instead of a page whose loader failed. */
export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const canRepeat = error instanceof RemoteLoadError || !navigator.onLine;
  const retry = () => (canRepeat ? void revalidate() : location.reload());
  return <FailedPage error={error} retry={retry} isTrying={state === 'loading'} />;
}
