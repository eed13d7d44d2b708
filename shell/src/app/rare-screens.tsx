import { Button, buttonLook } from '@patchwork/ui';
import { shellRegion } from './region.ts';
import { Screen } from './screens.tsx';

/**
 * Screen in place of the shop inside a frame, where another site could place its own buttons over the shop's
 * (clickjacking). Servers that send `frame-ancestors` prevent this themselves; plain web servers don't.
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

/** Screen in place of 'Page not found' while a remote is unreadable: the path may be one of its pages. */
export function UnreadPage() {
  return (
    <div role="alert" {...shellRegion}>
      <Screen
        heading="This page can’t be shown at the moment"
        actions={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        A part of the shop could not be read, and this page may belong to it. The rest of the shop
        works, and nothing of yours is lost.
      </Screen>
    </div>
  );
}
