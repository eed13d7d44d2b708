import type { Result } from '@patchwork/domain';
import { err, ok } from '@patchwork/domain';
import type { ImportNews, ImportOrder } from './answer-import.ts';
import type { Imported, ImportedRequest } from './imported.ts';

export interface ImportProgress {
  /** Number of requests that were read; undefined until their number is known. */
  readonly index?: number;
  readonly total?: number;
}

/**
 * Reads requests in a worker, so that the page stays usable: documents have 10 MB and more. Aborting ends the worker,
 * and the promise rejects with the signal's reason.
 */
export function startImport(
  source: Blob,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<Result<Imported, string>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  const requests: ImportedRequest[] = [];
  const ended = new Promise<Result<Imported, string>>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ImportNews>) => {
      if (data.kind === 'reading') onProgress({});
      else if (data.kind === 'progress') onProgress({ index: data.index, total: data.total });
      else if (data.kind === 'requests') requests.push(...data.requests);
      else if (data.kind === 'refused') resolve(err(data.error));
      else resolve(ok({ requests, leftOut: data.leftOut, notes: data.notes }));
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const order: ImportOrder = { source, page: location.href };
  worker.postMessage(order);
  return ended.finally(() => worker.terminate());
}
