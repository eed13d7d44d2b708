/** Resolves after a time. Rejects like fetch if the request is aborted earlier. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    setTimeout(resolve, milliseconds);
  });
