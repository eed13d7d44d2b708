import { Link } from '@patchwork/router';
import { buttonLook, EmptyState } from '@patchwork/ui';

export function NoWishes() {
  const shop = (
    <Link to="/productlist" {...buttonLook()}>
      Shop the collection
    </Link>
  );
  return (
    <EmptyState actions={shop}>
      <p>Tap the heart on anything you like, and it waits for you here.</p>
    </EmptyState>
  );
}
