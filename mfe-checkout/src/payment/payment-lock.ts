/**
 * Runs `work` while holding the lock of the payment `key`, so that no other tab pays the payment or looks it up
 * meanwhile. Rejects if the signal aborts before the lock is free. Pages without HTTPS or with an opaque origin have no
 * locks and run the work immediately.
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
