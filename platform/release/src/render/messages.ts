import type { Readable } from 'node:stream';
import * as v from 'valibot';

/** Maximum length of a message in characters. */
const MAX_MESSAGE_LENGTH = 20_000_000;
/** Maximum length of a page's HTML and of its seed, in characters. */
const MAX_PAGE_LENGTH = 5_000_000;
/** Maximum length of a reason, which is written to the log, in characters. */
const MAX_REASON_LENGTH = 500;

const id = v.pipe(v.number(), v.integer());

const oneLine = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MAX_REASON_LENGTH).replaceAll(/\p{Cc}+/gu, ' ')),
);

/**
 * Messages of a render process. It sends 'busy' and 'idle' around its handling of each message that it gets, and for
 * each page any number of calls, then 'rendered' or 'failed'.
 */
const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('kind', [
    v.object({ kind: v.picklist(['loaded', 'busy', 'idle']) }),
    v.object({ kind: v.literal('call'), id, call: id, path: v.string() }),
    v.object({ kind: v.literal('rendered'), id, page: v.optional(v.unknown()) }),
    v.object({ kind: v.literal('failed'), id, reason: oneLine }),
    v.object({ kind: v.literal('unusable'), reason: oneLine }),
  ]),
);

export type Message = v.InferOutput<typeof messageSchema>;

export type PageMessage = Extract<Message, { readonly id: number }>;

const text = v.pipe(v.string(), v.maxLength(MAX_PAGE_LENGTH));

/** Maximum number of fragments that a server puts into one page. */
const MAX_HOLES = 50;

/** Maximum number of settings that one page reads. */
const MAX_SETTINGS = 100;

/** A hole in HTML of this length, after the hole that ends at `from`. */
const isHole = ({ start, end }: v.InferOutput<typeof hole>, from: number, length: number) =>
  from <= start && start <= end && end <= length;

const hole = v.object({ remote: text, slot: text, props: text, start: id, end: id });

/** A rendered page, with its holes in order; undefined if the API lacks its data. */
export const pageSchema = v.optional(
  v.pipe(
    v.object({
      html: text,
      seed: text,
      holes: v.optional(v.pipe(v.array(hole), v.maxLength(MAX_HOLES))),
      settings: v.optional(v.pipe(v.array(text), v.maxLength(MAX_SETTINGS))),
    }),
    v.check(({ html, holes = [] }) =>
      holes.every((each, index) => isHole(each, holes[index - 1]?.end ?? 0, html.length)),
    ),
  ),
);

/**
 * Reads messages, a line of JSON each. `receive` returns false for a message that the process must not send now. At such
 * a message, and at anything else, stops reading and calls `refuse`.
 */
export function readMessages(
  from: Readable,
  receive: (message: Message) => boolean,
  refuse: () => void,
): void {
  let unfinished = '';
  function isAccepted(line: string): boolean {
    const { success, output } = v.safeParse(messageSchema, line);
    return success && receive(output);
  }
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const [end = '', ...lines] = chunk.split('\n');
    lines.unshift(unfinished + end);
    unfinished = lines.pop() ?? '';
    if (unfinished.length <= MAX_MESSAGE_LENGTH && lines.every(isAccepted)) return;
    from.destroy();
    refuse();
  });
}
