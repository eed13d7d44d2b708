import type { CallRecord } from '@patchwork/devtools-bridge';

/** A call's path with its query, without the API's origin. */
export function pathOf({ url }: Pick<CallRecord, 'url'>): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}

/** What of a call can be written as a command or as code. */
export const sentRequest = ({ method, url, requestHeaders, requestBody }: CallRecord) => ({
  method,
  url: new URL(url, location.href).href,
  headers: requestHeaders,
  body: requestBody === undefined ? undefined : JSON.stringify(requestBody),
});

/** Nothing came back, or a status that says so. */
const isFailed = ({ outcome }: Pick<CallRecord, 'outcome'>): boolean =>
  outcome !== undefined && (outcome.kind === 'failed' || outcome.status >= 400);

export interface CallFilter {
  readonly text: string;
  readonly failedOnly: boolean;
}

/** The calls that hold every word of the text in what their row shows. */
export function filterCalls(
  calls: readonly CallRecord[],
  { text, failedOnly }: CallFilter,
): readonly CallRecord[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((call) => {
    if (failedOnly && !isFailed(call)) return false;
    const { method, initiator, outcome } = call;
    const status = outcome?.kind === 'responded' ? outcome.status : (outcome?.message ?? '');
    const row = `${method} ${pathOf(call)} ${initiator} ${status}`.toLowerCase();
    return words.every((word) => row.includes(word));
  });
}
