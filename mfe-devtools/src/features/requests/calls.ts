import type { CallRecord } from '@patchwork/devtools-bridge';
import { type Draft, methods } from '../../draft.ts';
import { createWordFilter } from '../../match-words.ts';

/** A call's path with its query, without the API's origin. */
export function pathOf({ url }: Pick<CallRecord, 'url'>): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}

/** The request of a call, for a command or code. */
export const sentRequest = ({ method, url, requestHeaders, requestBody }: CallRecord) => ({
  method,
  url: new URL(url, location.href).href,
  headers: requestHeaders,
  body: requestBody === undefined ? undefined : JSON.stringify(requestBody),
});

/** The tester's draft of a call that the shop made. */
export function draftOfCall(call: CallRecord): Draft {
  const { method, url, requestHeaders, requestBody } = call;
  return {
    method: methods.find((known) => known === method) ?? 'GET',
    endpoint: url,
    headers: Object.entries(requestHeaders).map(([header, value]) => ({
      isUsed: true,
      header,
      value,
    })),
    body: requestBody === undefined ? '' : JSON.stringify(requestBody, null, 2),
  };
}

/** There is no response, or its status is an error. */
const isFailed = ({ outcome }: Pick<CallRecord, 'outcome'>): boolean =>
  outcome !== undefined && (outcome.kind === 'failed' || outcome.status >= 400);

/** The calls whose row shows every word of the text. */
export function filterCalls(calls: readonly CallRecord[], text: string, failedOnly: boolean) {
  const matches = createWordFilter(text);
  return calls.filter((call) => {
    if (failedOnly && !isFailed(call)) return false;
    const { method, initiator, outcome } = call;
    const status = outcome?.kind === 'responded' ? outcome.status : (outcome?.message ?? '');
    return matches(`${method} ${pathOf(call)} ${initiator} ${status}`);
  });
}
