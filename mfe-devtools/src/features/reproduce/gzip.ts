import { err, ok, type Result } from '@patchwork/domain';

/** Why bytes could not be unpacked: gzip's own checksum does not fit, or there is too much in them. */
export type UnpackError = 'damaged' | 'too large';

type Bytes = Uint8Array<ArrayBuffer>;

export async function gzip(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Stops as soon as more than `limit` bytes come out: a small link may hold a large bomb. */
export async function gunzip(bytes: Bytes, limit: number): Promise<Result<Bytes, UnpackError>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  const parts: Bytes[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > limit) {
        await reader.cancel();
        return err('too large');
      }
      parts.push(next.value);
    }
  } catch {
    return err('damaged');
  }
  return ok(new Uint8Array(await new Blob(parts).arrayBuffer()));
}
