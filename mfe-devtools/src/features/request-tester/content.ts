import { markedEncoding } from '../../text-encoding.ts';
import { createEventReader, mediaTypeOf, type StreamEvent } from './events.ts';
import type { ResponseHead } from './send.ts';

/**
 * Response body, decoded if it is text. `size` is in bytes. `note` says what of the text's encoding could not be
 * followed.
 */
export type Content = { readonly type: string; readonly size: number; readonly note?: string } & (
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'events'; readonly text: string; readonly events: readonly StreamEvent[] }
  | { readonly kind: 'binary' }
);

/** Character that no text has, but binary data does (WHATWG MIME Sniffing, section 3). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const binaryCharacter = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Types whose text may have any character except NUL. */
const isTextType = (type: string): boolean =>
  /^text\/|[/+](?:json|xml|javascript)$|^application\/x-www-form-urlencoded$/.test(type);

interface Decoded {
  readonly text: string;
  readonly note?: string;
}

interface Encoding {
  readonly decoder: TextDecoder;
  /** Whether the bytes or their header name the encoding. */
  readonly isNamed: boolean;
  readonly note?: string;
}

/** Returns the encoding of a text: that of its byte order mark, or of the header, or UTF-8. */
function encodingOf(bytes: Uint8Array, contentType: string): Encoding {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  const named = markedEncoding(bytes) ?? label;
  try {
    return { decoder: new TextDecoder(named), isNamed: named !== undefined };
  } catch {
    const note = `Its header names the charset ${named}, which browsers don’t know. It is read as UTF-8.`;
    return { decoder: new TextDecoder(), isNamed: false, note };
  }
}

/** Decodes a text; undefined for binary data. */
function decode(bytes: Uint8Array, contentType: string, type: string): Decoded | undefined {
  const { decoder, isNamed, note } = encodingOf(bytes, contentType);
  const text = decoder.decode(bytes);
  const isForced = isTextType(type) || (isNamed && !/^(?:image|audio|video|font)\//.test(type));
  if (isForced ? text.includes('\0') : binaryCharacter.test(text)) return undefined;
  // A lossless text may have the character itself.
  if (!text.includes('\ufffd') || isValid(decoder.encoding, bytes)) {
    return note === undefined ? { text } : { text, note };
  }
  if (!isForced) return undefined;
  const name = decoder.encoding.toUpperCase();
  return { text, note: note ?? `Not all of its bytes are ${name}: those that aren’t show as �.` };
}

function isValid(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Detects the kind of a body from its content, because JSON is often declared as text. */
export function readContent(bytes: Uint8Array<ArrayBuffer>, contentType = ''): Content {
  const type = mediaTypeOf(contentType);
  const about = { type, size: bytes.length };
  if (bytes.length === 0) return { kind: 'empty', ...about };
  const decoded = decode(bytes, contentType, type);
  if (!decoded) return { kind: 'binary', ...about };
  try {
    return { kind: 'json', ...about, ...decoded, value: JSON.parse(decoded.text) };
  } catch {
    return { kind: 'text', ...about, ...decoded };
  }
}

/** Reads an event stream part by part. */
export function createStreamReader({ headers }: Pick<ResponseHead, 'headers'>, startedAt: number) {
  const contentType = headers['content-type'];
  const type = mediaTypeOf(contentType);
  const reader = createEventReader(type);
  let events: readonly StreamEvent[] = [];
  let text = '';
  let size = 0;
  let encoding: Encoding | undefined;
  return {
    read(bytes: Uint8Array): void {
      encoding ??= encodingOf(bytes, contentType ?? '');
      const part = encoding.decoder.decode(bytes, { stream: true });
      size += bytes.length;
      text += part;
      const at = performance.now() - startedAt;
      events = [...events, ...reader.read(part).map((event) => ({ ...event, at }))];
    },
    end(): void {
      const at = performance.now() - startedAt;
      events = [...events, ...reader.end().map((event) => ({ ...event, at }))];
    },
    content: (): Content => ({ kind: 'events', type, size, text, events }),
  };
}
