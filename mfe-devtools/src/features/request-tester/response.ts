import { describeDuration, sizeText } from '../../measure.ts';
import { type Content, readContent } from './content.ts';
import type { Outcome } from './send.ts';
import type { WireRequest } from './wire.ts';

/** What the tester stores of its last request. */
export interface StoredResponse {
  readonly id: string;
  readonly request: WireRequest;
  readonly outcome: Outcome;
  /** The body, if a server responded. */
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

/** '200 OK', 'No handler', or why there is no response. */
export function titleOf(outcome: Outcome): string {
  if (outcome.kind === 'none') return outcome.reason;
  if (outcome.kind === 'unhandled') return 'No handler';
  return `${outcome.status} ${outcome.statusText}`.trim();
}

/** '340 ms, 8.2 kB'; without the size where there is no body. */
export const measuresOf = (duration: number, size: number | undefined): string =>
  [describeDuration(duration), ...(size === undefined ? [] : [sizeText(size)])].join(', ');

/** What the tree shows: the data, or the whole response if it has no data. */
export function shownBody({ outcome, content }: StoredResponse): unknown {
  if (outcome.kind === 'unhandled') return { name: outcome.name, message: outcome.message };
  if (outcome.kind === 'none') return undefined;
  const data = content?.kind === 'json' ? content.value : undefined;
  if (data !== undefined && data !== null && data !== '') return data;
  const { status, statusText, headers } = outcome;
  return { status, statusText, data: data ?? null, headers };
}
