import type { CallRecord } from '@patchwork/devtools-bridge';
import { type Draft, methods } from '../../draft.ts';

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
