import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const encoders = {
  br: (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => gzipSync(text, { level: 9 }),
  identity: (text: string) => Buffer.from(text),
};

type Encoding = keyof typeof encoders;

/** A text as a server sends it. */
export interface Body {
  readonly text: string;
  /** The entity tag: another text has another one. */
  readonly tag: string;
  /** The bytes in an encoding: made at the first request, then the same for every other. */
  encoded: (encoding: Encoding) => Buffer;
}

export function createBody(text: string): Body {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const made = new Map<Encoding, Buffer>();
  return {
    text,
    tag: `W/"${hash}"`,
    encoded(encoding) {
      const bytes = made.get(encoding) ?? encoders[encoding](text);
      made.set(encoding, bytes);
      return bytes;
    },
  };
}
