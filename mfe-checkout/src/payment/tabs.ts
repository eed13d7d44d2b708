const lockOf = (key: string) => `patchwork:payment:${key}`;

/** Lets the other tabs know that this payment is in a shopper's hands, until `pay` has ended. */
export const whilePaying = async <T>(key: string, pay: () => Promise<T>): Promise<T> => {
  // Absent where the page has no secure origin.
  const { locks } = navigator;
  return locks ? await locks.request(lockOf(key), pay) : await pay();
};

/** Asks about a payment once no tab has it open any more. */
export const onceClosed = async <T>(
  key: string,
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> => {
  const { locks } = navigator;
  return locks ? await locks.request(lockOf(key), { signal }, ask) : await ask();
};
