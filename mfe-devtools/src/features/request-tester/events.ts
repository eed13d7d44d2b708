export interface StreamEvent {
  /** Name of the event; '' for an ordinary message. */
  readonly name: string;
  readonly data: string;
  /** The stream's last id; '' for none. */
  readonly id: string;
  /** Milliseconds from sending the request to the event. */
  readonly at: number;
}

/** Media type of a content-type header, without parameters. */
export const mediaTypeOf = (contentType = ''): string =>
  contentType.split(';')[0]?.trim().toLowerCase() ?? '';

/** Whether a response of this type arrives in events: server-sent ones, or lines of JSON. */
export const isEventStream = (type: string): boolean =>
  /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines|stream\+json))$/.test(
    type,
  );

type Found = Omit<StreamEvent, 'at'>;

/** Reads lines as server-sent events (WHATWG HTML, section 9.2.6). */
function createServerSent(): (line: string) => Found | undefined {
  let data: string[] = [];
  let name = '';
  let id = '';
  return (line) => {
    if (line === '') {
      const found = data.length > 0 ? { name, data: data.join('\n'), id } : undefined;
      data = [];
      name = '';
      return found;
    }
    const [field = '', value = ''] = line.split(/:(.*)/s);
    const text = value.startsWith(' ') ? value.slice(1) : value;
    if (field === 'data') data.push(text);
    if (field === 'event') name = text;
    if (field === 'id' && !text.includes('\0')) id = text;
    return undefined;
  };
}

const asMessage = (line: string): Found | undefined => {
  const data = line.trim();
  return data === '' ? undefined : { name: '', data, id: '' };
};

interface EventReader {
  /** Reads the next part of the stream, which may end anywhere. Returns the events that are complete. */
  readonly read: (part: string) => readonly Found[];
  /** Reads what is left at the end. A server-sent event without its blank line is none. */
  readonly end: () => readonly Found[];
}

export function createEventReader(type: string): EventReader {
  const isServerSent = type === 'text/event-stream';
  const readLine = isServerSent ? createServerSent() : asMessage;
  const lineEnd = isServerSent ? /\r\n|\r|\n/ : /\r?\n/;
  let rest = '';
  const readLines = (lines: readonly string[]) =>
    lines.map(readLine).filter((found) => found !== undefined);
  return {
    read(part) {
      rest += part;
      // A line feed may follow in the next part.
      const isOpen = rest.endsWith('\r');
      const lines = (isOpen ? rest.slice(0, -1) : rest).split(lineEnd);
      rest = (lines.pop() ?? '') + (isOpen ? '\r' : '');
      return readLines(lines);
    },
    end() {
      const lines = isServerSent ? rest.split(lineEnd).slice(0, -1) : [rest];
      rest = '';
      return readLines(lines);
    },
  };
}
