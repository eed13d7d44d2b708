import { useLocation } from '@patchwork/router';
import { EmptyState, PageHeading } from '@patchwork/ui';

/** A path that this remote does not have: in the shop, another one answers it. */
export function Elsewhere() {
  const { pathname } = useLocation();
  return (
    <div className="container">
      <PageHeading>Not on this bench</PageHeading>
      <EmptyState>
        <p>{pathname} belongs to another piece of the shop.</p>
      </EmptyState>
    </div>
  );
}
