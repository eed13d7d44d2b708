import { Button } from '@patchwork/ui';
import { shellRegion } from './region.ts';
import { Screen } from './Screen.tsx';

/** Shown for an unknown path while a remote can't be read from the registry: the page may be that one's. */
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
