/** Whether fetch drops this header because it is a forbidden request header. */
export function isLeftOut(header: string): boolean {
  try {
    const { headers } = new Request('https://example.invalid/', {
      headers: { [header.trim()]: 'x' },
    });
    return !headers.has(header.trim());
  } catch {
    // Request throws for an invalid header name.
    return false;
  }
}

/** Request with the headers that its page set. */
interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Quotes a word for a POSIX shell. Within single quotes, no character is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const headersOf = ({ headers }: SentRequest): [name: string, value: string][] =>
  Object.entries(headers).filter(([name]) => !isLeftOut(name));

/** Formats a header for curl, which drops a header without a value unless its name ends with a semicolon. */
const curlHeader = ([name, value]: [string, string]): string =>
  quoted(value === '' ? `${name};` : `${name}: ${value}`);

/**
 * Formats a request as a curl command for a POSIX shell. Written by hand, because curl-generator quotes apostrophes
 * wrongly and fetch-to-curl lets the shell expand headers.
 */
export const asCurl = (request: SentRequest): string =>
  [
    `curl --globoff --request ${request.method} ${quoted(request.url)}`,
    ...headersOf(request).map((header) => `--header ${curlHeader(header)}`),
    ...(request.body === undefined ? [] : [`--data-raw ${quoted(request.body)}`]),
  ].join(' \\\n  ');

export function asFetch(request: SentRequest): string {
  const options = {
    method: request.method,
    headers: Object.fromEntries(headersOf(request)),
    ...(request.body !== undefined && { body: request.body }),
  };
  return `await fetch(${JSON.stringify(request.url)}, ${JSON.stringify(options, null, 2)});`;
}
