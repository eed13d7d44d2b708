import type { IncomingHttpHeaders } from 'node:http';

/** Content codings, by resulting size, smallest first. */
const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

interface Weighted {
  readonly name: string;
  /** 0 to 1; 0 refuses it. */
  readonly weight: number;
}

/** Reads a header such as Accept-Encoding or Accept: its values and their weights (RFC 9110, 12.4.2). */
const readWeights = (header: string): Weighted[] =>
  header.split(',').map((entry) => {
    const [name = '', ...parameters] = entry.toLowerCase().split(';');
    const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
    return { name: name.trim(), weight: weight === undefined ? 1 : Number(weight) };
  });

/** Whether a coding’s weight in Accept-Encoding is above 0 (RFC 9110, 12.5.3). */
function isAccepted(coding: string, entries: readonly Weighted[]): boolean {
  const entry =
    entries.find(({ name }) => name === coding) ?? entries.find(({ name }) => name === '*');
  return entry !== undefined && entry.weight > 0;
}

/** A header as Node gives it. */
type Header = string | string[] | undefined;

/** Whether a client with this Accept-Encoding reads a coding. */
export const acceptsCoding = (acceptEncoding: Header, coding: string): boolean =>
  isAccepted(coding, readWeights(String(acceptEncoding ?? '')));

/** Returns the codings that a client with this Accept-Encoding reads, the smallest result first. */
export function acceptedCodings(acceptEncoding: Header): Coding[] {
  const entries = readWeights(String(acceptEncoding ?? ''));
  return codings.filter((coding) => isAccepted(coding, entries));
}

/**
 * Whether a client with this Accept wants Markdown rather than HTML: it names it, which no browser does, and prefers no
 * HTML. The most specific range that includes HTML has its weight (RFC 9110, 12.5.1).
 */
export function wantsMarkdown(accept = ''): boolean {
  // Few requests name it. The others need no parsing.
  if (!/markdown/i.test(accept)) return false;
  const entries = readWeights(accept);
  const weightIn = (...ranges: string[]) =>
    ranges
      .map((range) => entries.find(({ name }) => name === range)?.weight)
      .find((weight) => weight !== undefined) ?? 0;
  const markdown = weightIn('text/markdown');
  return markdown > 0 && markdown >= weightIn('text/html', 'text/*', '*/*');
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** Whether the client already has the content: If-None-Match lists its entity tag, or is '*' (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = ifNoneMatch ?? '';
  const tags = known.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return known.trim() === '*' || tags.some((each) => opaque(each) === opaque(tag));
}

/**
 * Whether the client already has a file: by its entity tag or, if the client names none, because the file has not been
 * modified since If-Modified-Since, which is in whole seconds (RFC 9110, 13.1.3).
 */
export function isFileKnown(headers: IncomingHttpHeaders, tag: string, modified: Date): boolean {
  if (headers['if-none-match'] !== undefined) return isKnown(headers['if-none-match'], tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}
