import { stat } from 'node:fs/promises';
import path from 'node:path';
import { compressedSize } from './precompress.ts';

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

/** Bytes of a file as a browser downloads it that accepts brotli; 0 where there is no file. */
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
