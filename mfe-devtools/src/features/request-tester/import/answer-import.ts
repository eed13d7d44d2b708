import { markedEncoding } from '../../../text-encoding.ts';
import { importRequests } from './import-requests.ts';
import type { ImportedRequest } from './imported.ts';

export interface ImportOrder {
  readonly source: Blob;
  /** Address of the tester. */
  readonly page: string;
}

export type ImportNews =
  | { readonly kind: 'reading' }
  | { readonly kind: 'progress'; readonly index: number; readonly total: number }
  | { readonly kind: 'requests'; readonly requests: readonly ImportedRequest[] }
  | { readonly kind: 'done'; readonly leftOut: number; readonly notes: readonly string[] }
  | { readonly kind: 'refused'; readonly error: string };

/** Time between two messages about progress. */
const PROGRESS_MS = 50;

/** Number of requests in one message, so that the page never reads a long one. */
const REQUESTS_PER_MESSAGE = 200;

/** Decodes UTF-8, or UTF-16 with its mark, as PowerShell writes files. */
const decode = (bytes: Uint8Array): string => new TextDecoder(markedEncoding(bytes)).decode(bytes);

/** Reads requests in the worker, and posts news about it: the last is 'done' or 'refused'. */
export async function answerImport(
  { source, page }: ImportOrder,
  post: (news: ImportNews) => void,
): Promise<void> {
  post({ kind: 'reading' });
  const text = decode(new Uint8Array(await source.arrayBuffer()));
  let posted = performance.now();
  const result = importRequests(text, page, (index, total) => {
    if (performance.now() - posted < PROGRESS_MS) return;
    posted = performance.now();
    post({ kind: 'progress', index, total });
  });
  if (!result.ok) {
    post({ kind: 'refused', error: result.error });
    return;
  }
  const { requests, leftOut, notes } = result.value;
  for (let index = 0; index < requests.length; index += REQUESTS_PER_MESSAGE) {
    post({ kind: 'requests', requests: requests.slice(index, index + REQUESTS_PER_MESSAGE) });
  }
  post({ kind: 'done', leftOut, notes });
}
