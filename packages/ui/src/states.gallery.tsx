import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { LoadError } from './LoadError.tsx';
import { Spinner } from './Spinner.tsx';

export const Loading = () => <Spinner label="Loading products" />;

export const LoadFailed = () => (
  <LoadError message="The products could not be loaded." onRetry={() => {}} />
);

export const NothingHere = () => (
  <EmptyState title="No orders yet" actions={<Button>Shop the collection</Button>}>
    <p>What you order is listed here.</p>
  </EmptyState>
);

export const NothingHereBelowAHeading = () => (
  <EmptyState>
    <p>What you add to your cart waits for you here.</p>
  </EmptyState>
);
