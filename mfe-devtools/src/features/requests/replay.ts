import type { CallOutcome, CallRecord } from '@patchwork/devtools-bridge';
import { sentRequest } from './calls.ts';

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends a call again as it was, without the shop: its state and its log do not change. */
export async function replay(call: CallRecord): Promise<CallOutcome> {
  const { method, headers, body = null } = sentRequest(call);
  const startedAt = performance.now();
  const duration = () => performance.now() - startedAt;
  try {
    const response = await fetch(call.url, { method, headers, body });
    const text = await response.text();
    return {
      kind: 'responded',
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      data: readBody(text),
      duration: duration(),
    };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { kind: 'failed', message, duration: duration() };
  }
}
