import { useEffect, useState } from 'react';

const SLOW_MS = 5000;

/**
 * Whether something has been pending for more than five seconds. Pass `since`, a time of performance.now(), if the wait
 * began before `isWaiting` became true.
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
