import { Link } from '@patchwork/router';
import { buttonLook } from '@patchwork/ui';
import { shellRegion } from './region.ts';
import { Screen } from './Screen.tsx';

export function NotFound() {
  return (
    <div {...shellRegion}>
      <Screen
        heading="Page not found"
        actions={
          <Link {...buttonLook()} to="/productlist">
            Continue to Shop!
          </Link>
        }
      >
        Nothing is sewn to this address.
      </Screen>
    </div>
  );
}
