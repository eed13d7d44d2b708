import { useLocation } from '@patchwork/router';
import { EmptyState, PageHeading } from '@patchwork/ui';

/** Shown for a path that this remote does not have: in the shop it is another remote’s page. */
export function OtherRemotesPage() {
  const { pathname } = useLocation();
  return (
    <div className="container">
      <PageHeading>Not in this remote</PageHeading>
      <EmptyState>
        <p>{pathname} belongs to another remote of the shop.</p>
      </EmptyState>
    </div>
  );
}
