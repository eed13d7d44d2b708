import { isOfflineAtom, pendingChangesAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import { shellRegion } from './region.ts';

/** Says that the browser is offline. The live region stays: screen readers skip one that is added with its text. */
export function OfflineBanner() {
  const isOffline = useAtomValue(isOfflineAtom);
  const waiting = useAtomValue(pendingChangesAtom);
  return (
    <div className="shop-offline" role="status" {...shellRegion}>
      {isOffline && (
        <p>
          You are offline. {waiting > 0 ? 'Your changes are kept, and go out' : 'Changes go out'}{' '}
          when the connection is back.
        </p>
      )}
    </div>
  );
}
