import { useEffect, useState } from 'react';

const SLOW_MS = 5000;

/**
 * Whether something has been awaited for more than five seconds. `since` is the time of performance.now() at which
 * the wait began, if that was before `isWaiting` became true.
 */
export function useIsSlow(isWaiting: boolean, since?: number): boolean {
  const [isSlow, setSlow] = useState(false);

  useEffect(() => {
    if (!isWaiting) return;
    const waited = since === undefined ? 0 : performance.now() - since;
    const timer = setTimeout(() => setSlow(true), Math.max(0, SLOW_MS - waited));
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting, since]);

  return isWaiting && isSlow;
}
