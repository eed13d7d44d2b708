import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { MAX_HEAD_LENGTH, type Upload } from './request.ts';

/** An upload that is not as its sender or its first line says. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

/** Reads a request's body piece by piece. */
export function createBody(request: IncomingMessage) {
  const chunks: AsyncIterator<Buffer> = request[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let isOver = false;

  async function more(): Promise<Buffer> {
    const { done, value } = await chunks.next().catch(() => {
      isOver = true;
      throw new UploadError('The upload was cut off: run the command again');
    });
    if (!done) return value;
    isOver = true;
    throw new UploadError('The upload is shorter than it says: run the command again');
  }

  return {
    /** Reads up to the first line break. Throws an UploadError if there is none within MAX_HEAD_LENGTH. */
    async line(): Promise<string> {
      while (!rest.includes('\n')) {
        if (rest.length > MAX_HEAD_LENGTH) {
          throw new UploadError('The upload’s first line is too long: publish fewer files');
        }
        rest = Buffer.concat([rest, await more()]);
      }
      const end = rest.indexOf('\n');
      const line = rest.subarray(0, end).toString();
      rest = rest.subarray(end + 1);
      return line;
    },
    /** Passes the next `bytes` bytes to `use`, in parts. Throws an UploadError if the body ends before. */
    async take(bytes: number, use: (part: Buffer) => Promise<unknown>): Promise<void> {
      let missing = bytes;
      while (missing > 0) {
        if (rest.length === 0) rest = await more();
        const part = rest.subarray(0, missing);
        rest = rest.subarray(part.length);
        missing -= part.length;
        await use(part);
      }
    },
    /** Reads what is left, so that a client that still sends gets to read the response. Returns the number of bytes. */
    async drain(): Promise<number> {
      let bytes = rest.length;
      while (!isOver) {
        const { done, value } = await chunks.next().catch(() => ({ done: true, value: undefined }));
        isOver = done === true;
        bytes += value?.length ?? 0;
      }
      return bytes;
    },
  };
}

export type Body = ReturnType<typeof createBody>;

/**
 * Writes the files of an upload to an empty folder. Throws an UploadError if one differs from its digest, or if the body
 * is longer or shorter than its files.
 */
export async function receiveFiles(
  body: Body,
  { files }: Pick<Upload, 'files'>,
  folder: string,
): Promise<void> {
  for (const { path: name, bytes, digest } of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(file, 'wx');
    const hash = createHash('sha256');
    try {
      await body.take(bytes, (part) => {
        hash.update(part);
        return handle.writeFile(part);
      });
    } finally {
      await handle.close();
    }
    if (hash.digest('hex') !== digest) {
      throw new UploadError(
        `${name} arrived with another digest than it was sent with: run the command again`,
      );
    }
  }
  if ((await body.drain()) > 0) {
    throw new UploadError('The upload is longer than it says: run the command again');
  }
}
