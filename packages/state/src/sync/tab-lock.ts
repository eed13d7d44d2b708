import { withLease } from './lease.ts';

/**
 * Runs the work when no other tab of the shop runs work of this name. Without Web Locks (in old browsers,
 * and pages without a secure origin), or refused them (by an opaque origin), a lease takes their place.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return await withLease(name, work);
  let isHeld = false;
  try {
    await locks.request(name, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    if (isHeld) throw error;
    await withLease(name, work);
  }
}
