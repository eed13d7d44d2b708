import type { HttpResponse, SentCall } from './observe.ts';

/** The response's data when it is JSON, else its text: a schema refuses it later. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends a call with fetch, of whichever mock or browser is there by then. Rejects without a response. */
export async function send(
  { method, url, headers, body }: SentCall,
  signal: AbortSignal,
): Promise<HttpResponse> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    const { status, statusText } = response;
    const data = parse(await response.text());
    return { status, statusText, headers: Object.fromEntries(response.headers), data };
  } catch (cause) {
    // Each browser has its own words for a lost connection; all throw a TypeError.
    throw cause instanceof TypeError ? new Error('Network Error', { cause }) : cause;
  }
}
