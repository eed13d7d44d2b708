import { Button } from '@patchwork/ui';
import { shellRegion } from './region.ts';
import { Screen } from './Screen.tsx';

/** Shown when the shop could not start: its registry or configuration could not be read. The console has the reason. */
export function BootFailure() {
  return (
    <main id="main" className="shop-main" {...shellRegion}>
      <Screen
        heading="Unexpected Application Error!"
        actions={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        The shop could not be loaded just now.
      </Screen>
    </main>
  );
}
