/**
 * Runs the work while no other tab holds the lock of this payment: one tab pays, and no other looks the
 * payment up meanwhile. Without a secure origin a page has no locks, with an opaque one the browser
 * refuses them: then the work runs at once.
 */
export async function withPaymentLock<T>(
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
