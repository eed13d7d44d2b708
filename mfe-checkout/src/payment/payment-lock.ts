/**
 * Runs the work while no other tab holds the lock of this payment: one tab pays, and no other looks the payment up
 * meanwhile. A page without a secure origin has no locks, and one with an opaque origin is refused them: the work
 * then runs at once.
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
