import { useRevalidator, useRouteError } from '@patchwork/router';
import { FailedPage } from './FailedPage.tsx';

/** Shown instead of a page whose loader failed. */
export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  return <FailedPage error={error} retry={() => revalidate()} isTrying={state === 'loading'} />;
}
