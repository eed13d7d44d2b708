/** Whether the browser drops this header if a page sets it, as the fetch standard requires. */
export function isLeftOut(header: string): boolean {
  try {
    const { headers } = new Request(location.href, { headers: { [header.trim()]: 'x' } });
    return !headers.has(header.trim());
  } catch {
    // A name that no header may have.
    return false;
  }
}

/** A request with all the headers that its page set. */
interface SentRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Quotes a text as one word for a POSIX shell: between single quotes no character is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const headersOf = ({ headers }: SentRequest): [name: string, value: string][] =>
  Object.entries(headers).filter(([name]) => !isLeftOut(name));

/** curl removes a header that has no value, unless its name ends with a semicolon. */
const curlHeader = ([name, value]: [string, string]): string =>
  quoted(value === '' ? `${name};` : `${name}: ${value}`);

/**
 * Writes the request as a command for a POSIX shell. Uses no library: curl-generator quotes an apostrophe wrongly, and
 * fetch-to-curl lets the shell interpret headers.
 */
export const asCurl = (request: SentRequest): string =>
  [
    `curl --globoff --request ${request.method} ${quoted(request.url)}`,
    ...headersOf(request).map((header) => `--header ${curlHeader(header)}`),
    ...(request.body === undefined ? [] : [`--data-raw ${quoted(request.body)}`]),
  ].join(' \\\n  ');

/** Writes the request as a JavaScript expression. */
export function asFetch(request: SentRequest): string {
  const options = {
    method: request.method,
    headers: Object.fromEntries(headersOf(request)),
    ...(request.body !== undefined && { body: request.body }),
  };
  return `await fetch(${JSON.stringify(request.url)}, ${JSON.stringify(options, null, 2)});`;
}
