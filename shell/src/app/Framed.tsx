import { buttonLook } from '@patchwork/ui';
import { shellRegion } from './region.ts';
import { Screen } from './Screen.tsx';

/**
 * Shown instead of the shop inside another page, which could lay its own buttons over the shop's. Servers
 * that send `frame-ancestors` prevent it before; a plain web server does not.
 */
export function Framed() {
  const { pathname, search } = location;
  return (
    <main id="main" className="shop-main" {...shellRegion}>
      <Screen
        heading="The shop is inside another page"
        actions={
          <a {...buttonLook()} href={pathname + search} target="_blank" rel="noopener">
            Open the shop
          </a>
        }
      >
        For your safety it opens in a tab of its own only.
      </Screen>
    </main>
  );
}
