import type { Header } from './imported.ts';

/** Replaces halves of characters, which can't be encoded. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** Encodes a text as curl does: all but the unreserved characters of RFC 3986. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Formats a value as JSON, with its bigints as integers. */
export function jsonText(value: unknown, indent?: number): string {
  const mark = '\u{f8ff}integer ';
  const text = JSON.stringify(
    value,
    (_, part) => (typeof part === 'bigint' ? mark + part : part),
    indent,
  );
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'gu'), '$1');
}

/** Encodes pairs as forms do: 'q=x+y&n=1'. */
export const formEncoded = (pairs: readonly Header[]): string =>
  String(new URLSearchParams(pairs.map(([name, value]) => [name, value])));

/** Appends to the query of an address, before its fragment. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address;
  const [start = '', ...fragment] = address.split('#');
  const joint = start.includes('?') ? (/[?&]$/.test(start) ? '' : '&') : '?';
  return [`${start}${joint}${query}`, ...fragment].join('#');
}

export interface Part {
  readonly name: string;
  readonly value: string;
  readonly type?: string | undefined;
  readonly fileName?: string | undefined;
}

const quoted = (text: string): string =>
  `"${text.replaceAll('"', '%22').replaceAll('\n', '%0A').replaceAll('\r', '%0D')}"`;

/** Formats a multipart body, with its type. Its lines end with LF, as in a text area; submitting makes them CRLF. */
export function multipart(parts: readonly Part[], type = 'multipart/form-data') {
  let boundary = 'form-boundary';
  while (parts.some(({ value }) => value.includes(boundary))) boundary += '-';
  const texts = parts.map(({ name, value, type: own, fileName }) => {
    const file = fileName === undefined ? '' : `; filename=${quoted(fileName)}`;
    const typeLine = own ? `\nContent-Type: ${own}` : '';
    const disposition = `Content-Disposition: form-data; name=${quoted(name)}${file}`;
    return `--${boundary}\n${disposition}${typeLine}\n\n${value}\n`;
  });
  return { type: `${type}; boundary=${boundary}`, body: `${texts.join('')}--${boundary}--\n` };
}
