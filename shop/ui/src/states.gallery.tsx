import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { LoadError } from './LoadError.tsx';
import { Spinner } from './Spinner.tsx';

const spool =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="%23e9a028"/></svg>';

export const Loading = () => <Spinner label="Loading products" />;

export const LoadFailed = () => (
  <LoadError message="The products could not be loaded." onRetry={() => {}} />
);

export const NothingHere = () => (
  <EmptyState title="No orders yet" actions={<Button>Shop the collection</Button>}>
    <p>What you order is listed here.</p>
  </EmptyState>
);

export const NothingHereWithAPicture = () => (
  <EmptyState
    picture={<img src={spool} alt="" width={224} height={224} />}
    actions={<Button>Shop the collection</Button>}
  >
    <p>What you add to your cart waits for you here.</p>
  </EmptyState>
);

export const NothingHereBelowAHeading = () => (
  <EmptyState>
    <p>What you add to your cart waits for you here.</p>
  </EmptyState>
);
