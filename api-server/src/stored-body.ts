import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** A body of JSON that many requests are answered with: serialized and compressed once. */
export class StoredBody {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** Weak: it stands for both. The same bytes have the same tag, from each process. */
  readonly etag: string;

  private constructor(plain: Uint8Array<ArrayBuffer>, gzipped: Uint8Array<ArrayBuffer>) {
    this.plain = plain;
    this.gzipped = gzipped;
    this.etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  }

  static async of(plain: Uint8Array<ArrayBuffer>): Promise<StoredBody> {
    return new StoredBody(plain, new Uint8Array(await compress(plain)));
  }
}

/** Whether a client has what an entity tag stands for, by its If-None-Match: one of a list, or '*' (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return ifNoneMatch.trim() === '*' || tags.some((tag) => opaque(tag) === opaque(etag));
}
