import { err, ok, type Result } from '@patchwork/domain';
import { type Draft, isAuthorization } from '../../draft.ts';
import { contentTypeOf, type HeaderRow, type Method, readBody } from '../../request-body.ts';

export interface Target {
  readonly url: URL;
  /** Whether the URL is on another origin, where the mock can't answer and CORS may forbid the request. */
  readonly isOtherOrigin: boolean;
  /** Whether the mock may answer: the request must wait for it. */
  readonly isApi: boolean;
}

/** Resolves an endpoint against the page's address, as a browser does. The error is a sentence for the developer. */
export function readEndpoint(endpoint: string, page: string): Result<Target, string> {
  const typed = endpoint.trim();
  if (typed === '') return err('Enter an endpoint, such as /api/products.');
  if (!URL.canParse(typed, page)) return err('This is no address that a browser can ask.');
  const url = new URL(typed, page);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return err('Only addresses of http and https can be asked.');
  }
  const isOtherOrigin = url.origin !== new URL(page).origin;
  return ok({ url, isOtherOrigin, isApi: !isOtherOrigin && /^\/api(?:\/|$)/.test(url.pathname) });
}

/** Returns the headers to send: enabled rows with a name. The last row wins if a name occurs twice. */
export function usedHeaders(rows: readonly HeaderRow[]): Record<string, string> {
  const used = new Map<string, readonly [name: string, value: string]>();
  for (const { isUsed, header, value } of rows) {
    const name = header.trim();
    if (isUsed && name !== '') used.set(name.toLowerCase(), [name, value.trim()]);
  }
  return Object.fromEntries(used.values());
}

/** Character that isn't allowed in a header name (RFC 9110, section 5.6.2). */
const invalidInName = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/u;

/**
 * Character that isn't allowed in a header value: a control character except the tab (RFC 9110, section 5.5), or one
 * that fetch can't send as one byte.
 */
const invalidInValue = /[^\t\u0020-\u007e\u0080-\u00ff]/u;

function nameOf(character: string): string {
  if (character === ' ') return 'A space';
  if (character === '\n' || character === '\r') return 'A line break';
  return `“${character}”`;
}

/** Returns the reason why an enabled row can't be sent, and the field at fault; undefined for any other row. */
export function headerProblem({ isUsed, header, value }: HeaderRow) {
  if (!isUsed || header.trim() === '') return undefined;
  const inName = invalidInName.exec(header.trim());
  if (inName) {
    return {
      field: 'header' as const,
      text: `${nameOf(inName[0])} is not allowed in a header’s name.`,
    };
  }
  const inValue = invalidInValue.exec(value.trim());
  if (!inValue) return undefined;
  return {
    field: 'value' as const,
    text: `${nameOf(inValue[0])} is not allowed in a header’s value.`,
  };
}

/** Returns the rows with this token in an enabled authorization row, which replaces any other authorization row. */
export function withToken(rows: readonly HeaderRow[], token: string): readonly HeaderRow[] {
  const row: HeaderRow = { isUsed: true, header: 'authorization', value: token };
  const index = rows.findIndex(isAuthorization);
  if (index === -1) return [...rows.slice(0, -1), row, ...rows.slice(-1)];
  return rows.flatMap((other, at) => {
    if (at === index) return [row];
    return isAuthorization(other) ? [] : [other];
  });
}

/** Request as sent. */
export interface WireRequest {
  readonly method: Method;
  /** Absolute URL. */
  readonly url: string;
  /** Headers set by the page: the draft's, Accept, and Content-Type for a body. The browser adds more. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Accept header that axios sends by default. */
export const defaultAccept = 'application/json, text/plain, */*';

const has = (headers: Readonly<Record<string, string>>, name: string): boolean =>
  Object.keys(headers).some((header) => header.toLowerCase() === name);

/** Lines of a multipart body end with CRLF (RFC 2046, section 4.1.1), but those of a text area with LF. */
const withCrLf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/** Converts a draft to a request. The body is the typed text; left out for GET, as browsers do, or if it is none. */
export function toWire({ method, headers, body }: Draft, url: URL): WireRequest {
  const own = usedHeaders(headers);
  const used = has(own, 'accept') ? own : { Accept: defaultAccept, ...own };
  if (method === 'GET' || !readBody(body, headers).ok) {
    return { method, url: url.href, headers: used };
  }
  const type = contentTypeOf(headers)?.trim();
  return {
    method,
    url: url.href,
    headers: type === undefined ? { ...used, 'Content-Type': 'application/json' } : used,
    body: /^multipart\//i.test(type ?? '') ? withCrLf(body) : body,
  };
}
