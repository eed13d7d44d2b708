import type { IncomingHttpHeaders } from 'node:http';

/** Content codings, by resulting size, smallest first. */
const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

/** Returns a coding's weight in Accept-Encoding, 0 to 1; 0 refuses it (RFC 9110, 12.5.3). */
function weightOf(coding: string, header: string): number {
  const entries = header.split(',').map((entry) => {
    const [name = '', ...parameters] = entry.toLowerCase().split(';');
    const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
    return { name: name.trim(), weight: weight === undefined ? 1 : Number(weight) };
  });
  const entry =
    entries.find(({ name }) => name === coding) ?? entries.find(({ name }) => name === '*');
  return entry?.weight ?? 0;
}

/** A header as Node gives it. */
type Header = string | string[] | undefined;

/** Whether a client with this Accept-Encoding reads a coding. */
export const acceptsCoding = (acceptEncoding: Header, coding: string): boolean =>
  weightOf(coding, String(acceptEncoding ?? '')) > 0;

/** Returns the codings that a client with this Accept-Encoding reads, the smallest result first. */
export const acceptedCodings = (acceptEncoding: Header): Coding[] =>
  codings.filter((coding) => acceptsCoding(acceptEncoding, coding));

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
