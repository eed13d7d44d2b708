import { type Content, durationText, readContent, sizeText } from './content.ts';
import type { Outcome } from './send.ts';
import type { WireRequest } from './wire.ts';

/** What the tester has stored of its last request. */
export interface Answer {
  readonly id: string;
  readonly request: WireRequest;
  readonly outcome: Outcome;
  /** Of an answer from a server. */
  readonly content: Content | undefined;
  /** Milliseconds from the request's leaving to the last byte. */
  readonly duration: number;
}

export const toAnswer = (request: WireRequest, outcome: Outcome, duration: number): Answer => ({
  id: `${Date.now()}-${Math.random().toString(36).slice(2)}`,
  request,
  outcome,
  duration,
  content:
    outcome.kind === 'answered'
      ? readContent(outcome.bytes, outcome.headers['content-type'])
      : undefined,
});

/** '200 OK', the name of the error, or why there is none. */
export function answerTitle({ outcome }: Answer): string {
  if (outcome.kind === 'none') return outcome.reason;
  if (outcome.kind === 'unhandled') return 'No handler';
  return `${outcome.status} ${outcome.statusText}`.trim();
}

export const measuresOf = ({ duration, content }: Answer): string =>
  [durationText(duration), ...(content ? [sizeText(content.size)] : [])].join(', ');

/** What the tree shows: the data, or the whole response where it has none (SPEC section 2). */
export function shownBody({ outcome, content }: Answer): unknown {
  if (outcome.kind === 'unhandled') return { name: outcome.name, message: outcome.message };
  if (outcome.kind === 'none') return undefined;
  const data = content?.kind === 'json' ? content.value : undefined;
  if (data !== undefined && data !== null && data !== '') return data;
  const { status, statusText, headers } = outcome;
  return { status, statusText, data: data ?? null, headers };
}
