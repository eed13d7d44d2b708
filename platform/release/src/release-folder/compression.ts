import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { exists, readIfPresent } from './files.ts';
import type { ReleaseStore } from './store.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const text = /\.(?:css|html|js|json|mjs|svg|txt|webmanifest|xml)$/;
/** Minimum size of files to compress, in bytes. Smaller ones fit into one packet. */
export const MIN_COMPRESSED_BYTES = 1024;

const encodings = [
  {
    suffix: '.br',
    encode: (content: Buffer) =>
      compressBrotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
  { suffix: '.gz', encode: (content: Buffer) => compressGzip(content, { level: 9 }) },
] as const;

/** Deletes a file's compressed copies. Call it before the file's content changes. */
export async function dropCompressed(store: ReleaseStore, file: string): Promise<void> {
  const copies = encodings.map(({ suffix }) => file + suffix);
  const present = await Promise.all(copies.map((copy) => exists(path.join(store.folder, copy))));
  await store.remove(copies.filter((_copy, index) => present[index]));
}

/**
 * Returns the size in bytes of the brotli copy that `precompress` would write; the file's own size if it would write
 * none.
 */
async function compressedSize(file: string): Promise<number> {
  const content = (await readIfPresent(file)) ?? Buffer.of();
  if (!text.test(file) || content.length < MIN_COMPRESSED_BYTES) return content.length;
  return (await encodings[0].encode(content)).length;
}

type Write = (file: string, content: Uint8Array) => Promise<void>;

async function compressFile(file: string, write: Write): Promise<void> {
  if ((await stat(file)).size < MIN_COMPRESSED_BYTES) return;
  for (const { suffix, encode } of encodings) {
    if (await exists(file + suffix)) continue;
    await write(file + suffix, await encode(await readFile(file)));
  }
}

/**
 * Writes `.br` and `.gz` copies of those `files` that are text and have at least MIN_COMPRESSED_BYTES. Keeps existing
 * copies. `write` need not be atomic while no server reads the folder.
 */
export async function precompress(
  folder: string,
  files: readonly string[],
  write: Write,
): Promise<void> {
  const worthwhile = files.filter((file) => text.test(file));
  await Promise.all(worthwhile.map((file) => compressFile(path.join(folder, file), write)));
}

/** Total size of files in bytes, uncompressed and as downloaded with brotli. */
export interface Size {
  readonly raw: number;
  readonly brotli: number;
}

const bytesOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

/** Returns the number of bytes that a browser with brotli downloads for a file; 0 if the file is missing. */
export const downloadSize = async (file: string): Promise<number> =>
  (await bytesOf(`${file}.br`)) ?? compressedSize(file);

export async function sizeOf(folder: string, files: readonly string[]): Promise<Size> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const raw = (await bytesOf(path.join(folder, file))) ?? 0;
      return { raw, brotli: (await bytesOf(path.join(folder, `${file}.br`))) ?? raw };
    }),
  );
  return sizes.reduce(
    (sum, { raw, brotli }) => ({ raw: sum.raw + raw, brotli: sum.brotli + brotli }),
    { raw: 0, brotli: 0 },
  );
}
