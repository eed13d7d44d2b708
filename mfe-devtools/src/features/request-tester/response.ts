import { describeDuration, sizeText } from '../../measure.ts';
import type { Outcome } from './send.ts';

/** Response body, decoded if it is text and parsed if it is JSON. `size` is in bytes. */
export type Content = { readonly type: string; readonly size: number } & (
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
);

/** Detects the kind of a body from its content, because JSON is often declared as text. */
export function readContent(bytes: Uint8Array<ArrayBuffer>, contentType = ''): Content {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const size = bytes.length;
  if (size === 0) return { kind: 'empty', type, size };
  const text = readText(bytes);
  if (text === undefined) return { kind: 'binary', type, size };
  try {
    return { kind: 'json', type, size, text, value: JSON.parse(text) };
  } catch {
    return { kind: 'text', type, size, text };
  }
}

/** Decodes UTF-8; undefined if the bytes aren't valid text. */
function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Result of the tester's last request. */
export interface StoredResponse {
  readonly id: string;
  readonly outcome: Outcome;
  /** Body; undefined without a response. */
  readonly content: Content | undefined;
  /** Milliseconds from sending the request to the last byte. */
  readonly duration: number;
}

export const contentOf = (outcome: Outcome): Content | undefined =>
  outcome.kind === 'response'
    ? readContent(outcome.bytes, outcome.headers['content-type'])
    : undefined;

export const receivedHeaders = ({ outcome }: StoredResponse): Readonly<Record<string, string>> =>
  outcome.kind === 'response' ? outcome.headers : {};

/** Describes an outcome: '200 OK', 'No handler', or why there is no response. */
export function titleOf(outcome: Outcome): string {
  if (outcome.kind === 'none') return outcome.reason;
  if (outcome.kind === 'unhandled') return 'No handler';
  return `${outcome.status} ${outcome.statusText}`.trim();
}

/** Formats a duration in milliseconds and a size in bytes: '340 ms, 8.2 kB'. Without a size, only the duration. */
export const measuresOf = (duration: number, size: number | undefined): string =>
  [describeDuration(duration), ...(size === undefined ? [] : [sizeText(size)])].join(', ');

/** Returns the value for the tree: the mock's error, the data or else the response; undefined without a response. */
export function shownBody({ outcome, content }: StoredResponse): unknown {
  if (outcome.kind === 'unhandled') return { name: outcome.name, message: outcome.message };
  if (outcome.kind === 'none') return undefined;
  const data = content?.kind === 'json' ? content.value : undefined;
  if (data !== undefined && data !== null && data !== '') return data;
  const { status, statusText, headers } = outcome;
  return { status, statusText, data: data ?? null, headers };
}
