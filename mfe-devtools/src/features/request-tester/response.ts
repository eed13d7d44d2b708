import { decodePart } from '@patchwork/api';
import { parseExact } from '../../json-text.ts';
import { describeDuration, sizeText } from '../../measure.ts';
import type { Content } from './content.ts';
import type { Outcome } from './send.ts';

/** What came of a request. */
export interface Exchanged {
  readonly outcome: Outcome;
  /** Body; undefined without a response. */
  readonly content: Content | undefined;
  /** Milliseconds from sending the request to the last byte. */
  readonly duration: number;
}

/** Result of the tester's last request. */
export interface StoredResponse extends Exchanged {
  readonly id: string;
  /** Address that was asked. */
  readonly url: string;
}

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
  if (content?.kind === 'json' && data !== null && data !== '') return parseExact(content.text);
  const { status, statusText, headers } = outcome;
  return { status, statusText, data: data ?? null, headers };
}

/** Name for the file of a response: the header's, or the last part of the address with an ending for its type. */
export function fileNameOf({ url, outcome, content }: StoredResponse): string {
  const disposition = (outcome.kind === 'response' && outcome.headers['content-disposition']) || '';
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)/i.exec(disposition)?.[1];
  const named = encoded === undefined ? plain : decodePart(encoded);
  const last = named ?? decodePart(new URL(url).pathname.split('/').at(-1) ?? '');
  const name = last.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'response';
  const ending = /[/+]([a-z\d]{2,5})$/.exec(content?.type ?? '')?.[1];
  return /\.\w{1,5}$/.test(name) || !ending ? name : `${name}.${ending}`;
}
