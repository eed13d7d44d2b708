import { Link } from '@patchwork/router';
import { pathToAtom } from '@patchwork/state';
import { buttonLook, EmptyState } from '@patchwork/ui';
import { useAtomValue } from 'jotai';

export function NoWishes() {
  const pathTo = useAtomValue(pathToAtom);
  const shop = (
    <Link to={pathTo('product-list')} {...buttonLook()}>
      Shop the collection
    </Link>
  );
  return (
    <EmptyState actions={shop}>
      <p>Tap the heart on anything you like, and it waits for you here.</p>
    </EmptyState>
  );
}
