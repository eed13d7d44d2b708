import type { Draft, Method } from '../../draft.ts';
import { parseRequestBody } from '../../request-body.ts';
import { usedHeaders } from './headers.ts';

/** A request as it is sent. */
export interface WireRequest {
  readonly method: Method;
  /** Absolute. */
  readonly url: string;
  /** All that a page can read: those of the draft and its body, and Accept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The client's default for Accept. */
const defaultAccept = 'application/json, text/plain, */*';

const has = (headers: Readonly<Record<string, string>>, name: string): boolean =>
  Object.keys(headers).some((header) => header.toLowerCase() === name);

/** The draft as a request. The body is parsed again; a browser sends none with GET. */
export function toWire({ method, headers, body }: Draft, url: URL): WireRequest {
  const own = usedHeaders(headers);
  const used = has(own, 'accept') ? own : { Accept: defaultAccept, ...own };
  const parsed = parseRequestBody(body);
  if (method === 'GET' || !parsed.ok) return { method, url: url.href, headers: used };
  return {
    method,
    url: url.href,
    headers: has(used, 'content-type') ? used : { ...used, 'Content-Type': 'application/json' },
    body: JSON.stringify(parsed.value),
  };
}
