import { isOfflineAtom, pendingChangesAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import { shellRegion } from './region.ts';

interface StatusBannerProps {
  /** The page that was asked for has not come for some seconds. */
  readonly isSlow: boolean;
}

/**
 * Says that the browser is offline, or that a page is slow. The live region stays: screen readers skip
 * one that is added with its text.
 */
export function StatusBanner({ isSlow }: StatusBannerProps) {
  const isOffline = useAtomValue(isOfflineAtom);
  const waiting = useAtomValue(pendingChangesAtom);
  return (
    <div className="shop-status" role="status" {...shellRegion}>
      {isOffline && (
        <p>
          You are offline. {waiting > 0 ? 'Your changes are kept, and go out' : 'Changes go out'}{' '}
          when the connection is back.
        </p>
      )}
      {isSlow && !isOffline && <p>This takes longer than usual.</p>}
    </div>
  );
}
