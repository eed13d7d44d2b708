/**
 * Runs the work when no other tab of the shop runs work of this name. Browsers without Web Locks
 * (and pages without a secure origin) run it at once.
 */
export const withLock = async (name: string, work: () => Promise<void>): Promise<void> => {
  const locks = globalThis.navigator?.locks;
  if (locks) await locks.request(name, work);
  else await work();
};
