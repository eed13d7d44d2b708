/** A response's body, as far as it can be read. `size` is in bytes. */
export type Content = { readonly type: string; readonly size: number } & (
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
);

/** Reads a body by its content, not by its declared type: JSON is often sent as text. */
export function readContent(bytes: Uint8Array<ArrayBuffer>, contentType = ''): Content {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const size = bytes.length;
  if (size === 0) return { kind: 'empty', type, size };
  const text = readText(bytes, type, charsetOf(contentType));
  if (text === undefined) return { kind: 'binary', type, size };
  try {
    return { kind: 'json', type, size, text, value: JSON.parse(text) };
  } catch {
    return { kind: 'text', type, size, text };
  }
}

const charsetOf = (contentType: string): string =>
  /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';

/** Undefined for a body that is not text. Faulty letters are accepted if the server declares text. */
function readText(bytes: Uint8Array, type: string, charset: string): string | undefined {
  const isDeclared = type.startsWith('text/') || /[/+](?:json|xml)$/.test(type);
  try {
    const text = new TextDecoder(charset, { fatal: !isDeclared }).decode(bytes);
    return isDeclared || !text.includes('\0') ? text : undefined;
  } catch (cause) {
    // An unknown charset, rather than faulty letters.
    if (cause instanceof RangeError) return readText(bytes, type, 'utf-8');
    return undefined;
  }
}
