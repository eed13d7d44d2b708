import type { IncomingMessage } from 'node:http';

/** The codings that a body or file may be sent in, the smallest first. */
const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

/** The weight that Accept-Encoding gives a coding, 0 to 1; 0 refuses it (RFC 9110, 12.5.3). */
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

/** The codings that a request accepts, the one that is sent first. */
export function acceptedCodings({ headers }: IncomingMessage): Coding[] {
  const header = String(headers['accept-encoding'] ?? '');
  return codings.filter((coding) => weightOf(coding, header) > 0);
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** Whether the client has what an entity tag stands for: one of a list, or '*' (RFC 9110, 13.1.2). */
export function isKnown({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match'] ?? '';
  const tags = known.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return known.trim() === '*' || tags.some((each) => opaque(each) === opaque(tag));
}
