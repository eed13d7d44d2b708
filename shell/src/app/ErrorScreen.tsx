import { useRevalidator, useRouteError } from '@patchwork/router';
import { FailedPage } from './FailedPage.tsx';

/** What stands in place of a page that the router could not put together. */
export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  return <FailedPage error={error} retry={() => revalidate()} isTrying={state === 'loading'} />;
}
