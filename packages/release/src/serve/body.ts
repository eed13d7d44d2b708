import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The whole registry of 100 remotes has 2 MB, which would take seconds at the highest level. */
const LARGE_TEXT_LENGTH = 300_000;

/**
 * How often a body is expected to be sent before another takes its place. A page of 16 kB takes 23 ms at
 * the highest level of brotli, and 0.4 ms at level 5, which makes it 8 percent larger.
 */
type Use = 'often' | 'seldom';

const brotliLevel = ({ length }: string, use: Use): number =>
  use === 'often' && length < LARGE_TEXT_LENGTH ? constants.BROTLI_MAX_QUALITY : 5;

const encoders = {
  br: (text: string, use: Use) =>
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel(text, use) },
    }),
  gzip: (text: string, use: Use) => gzipSync(text, { level: use === 'often' ? 9 : 6 }),
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

export function createBody(text: string, use: Use = 'often'): Body {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const made = new Map<Encoding, Buffer>();
  return {
    text,
    tag: `W/"${hash}"`,
    encoded(encoding) {
      const bytes = made.get(encoding) ?? encoders[encoding](text, use);
      made.set(encoding, bytes);
      return bytes;
    },
  };
}
