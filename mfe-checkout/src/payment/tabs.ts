/**
 * Runs the work when no other tab has this payment's lock. Without a secure origin a page has no
 * locks, with an opaque one it is refused them: then the work runs at once.
 */
async function withLock<T>(
  key: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const { locks } = navigator;
  if (!locks) return await work();
  let isHeld = false;
  try {
    return await locks.request(`patchwork:payment:${key}`, options, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    if (isHeld || options.signal?.aborted) throw error;
    return await work();
  }
}

/** Lets the other tabs know that this payment is in a shopper's hands, until `pay` has ended. */
export const whilePaying = <T>(key: string, pay: () => Promise<T>): Promise<T> =>
  withLock(key, pay);

/** Asks about a payment once no tab has it open any more. */
export const onceClosed = <T>(
  key: string,
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> => withLock(key, ask, { signal });
