import { err, ok, type Result } from '@patchwork/domain';

/** Why bytes could not be unpacked: gzip's own checksum does not fit, or there is too much in them. */
export type UnpackError = 'damaged' | 'too large';

interface Converter {
  readonly writable: WritableStream<BufferSource>;
  readonly readable: ReadableStream<Uint8Array>;
}

async function convert(
  { writable, readable }: Converter,
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Result<Uint8Array<ArrayBuffer>, UnpackError>> {
  const writer = writable.getWriter();
  const reader = readable.getReader();
  // An error here is an error of the reader too, and is handled there.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > limit) {
        reader.cancel().catch(() => {});
        return err('too large');
      }
      chunks.push(next.value);
    }
  } catch {
    return err('damaged');
  }
  return ok(join(chunks, length));
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await convert(new CompressionStream('gzip'), bytes, Number.POSITIVE_INFINITY);
  if (!packed.ok) throw new Error('Bytes in memory could not be packed.');
  return packed.value;
}

/** Stops as soon as more than `limit` bytes come out: a small link may hold a large bomb. */
export const gunzip = (bytes: Uint8Array<ArrayBuffer>, limit: number) =>
  convert(new DecompressionStream('gzip'), bytes, limit);
