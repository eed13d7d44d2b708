import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { exists, readIfPresent, replaceFile } from './files.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const text = /\.(?:css|html|js|json|mjs|svg|txt|webmanifest|xml)$/;
/** Minimum size of a file that is compressed: a smaller one fits into one packet anyway. */
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

/** Deletes the compressed copies of a file, before its content changes. */
export async function dropCompressed(file: string): Promise<void> {
  for (const { suffix } of encodings) await rm(`${file}${suffix}`, { force: true });
}

/**
 * Size of the brotli copy that `precompress` would write of a file, in bytes; the file's own size if it writes none.
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
 * Writes `.br` and `.gz` beside each of the files that is text and larger than one packet. Existing copies stay as they
 * are. `write` need not be atomic while no server reads the folder.
 */
export async function precompress(
  folder: string,
  files: readonly string[],
  write: Write = replaceFile,
): Promise<void> {
  const worthwhile = files.filter((file) => text.test(file));
  await Promise.all(worthwhile.map((file) => compressFile(path.join(folder, file), write)));
}

/** Bytes of a set of files, as they are and as a browser that speaks brotli downloads them. */
export interface Size {
  readonly raw: number;
  readonly brotli: number;
}

const bytesOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

/** Bytes of a file as a browser that accepts brotli downloads it; 0 if there is no file. */
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
