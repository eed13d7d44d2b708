import { Link } from '@patchwork/router';
import { pathToAtom } from '@patchwork/state';
import { buttonLook } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { shellRegion } from './region.ts';
import { Screen } from './Screen.tsx';

export function NotFound() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div {...shellRegion}>
      <Screen
        heading="Page not found"
        actions={
          <Link {...buttonLook()} to={pathTo('product-list')}>
            Continue to Shop!
          </Link>
        }
      >
        There is no page at this address.
      </Screen>
    </div>
  );
}
