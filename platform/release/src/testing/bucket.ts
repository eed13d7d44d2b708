import { createHash } from 'node:crypto';
import type {
  ObjectHeaders,
  ObjectStorage,
  StoredObject,
  WriteCondition,
} from '../release-folder/object-store/objects.ts';
import { ConflictError } from '../release-folder/store.ts';

/*
 * Double of the conditional requests of Amazon S3, written from its documentation ("How to prevent object overwrites
 * with conditional writes"): a write with If-None-Match: * fails with 412 if there is an object, one with If-Match
 * fails with 412 if the object has another tag, and with 404 if there is none. A write during another write of the same
 * object fails with 409. Reads and listings contain every write that was answered before. No S3 server for tests
 * implements these conditions.
 */

interface Stored extends StoredObject {
  readonly content: Buffer;
  readonly headers: ObjectHeaders;
}

/** Objects by path. */
export type Bucket = Map<string, Stored>;

export interface Machine {
  /** Waits before ('write index.html') and after ('answer') each request, so that others' requests come in between. */
  readonly pause?: (request: string) => Promise<void>;
  /**
   * Returns whether to fail like an unreliable network: with a conflict that doesn't exist, or after the write was
   * made.
   */
  readonly isUnlucky?: () => boolean;
  /** Called before and after each request. Throws if the machine is dead. */
  readonly live?: () => void;
  /** Called after each change of the bucket. */
  readonly check?: (file: string) => void;
}

const tagOf = (content: Uint8Array): string =>
  `"${createHash('md5').update(content).digest('hex')}"`;

const statusOf = (present: Stored | undefined, condition: WriteCondition | undefined) => {
  if (condition === undefined) return 200;
  if (condition === 'absent') return present ? 412 : 200;
  if (!present) return 404;
  return present.tag === condition.tag ? 200 : 412;
};

/** Returns the object store through which one machine uses a bucket. */
export function openBucket(
  bucket: Bucket,
  { pause, isUnlucky, live, check }: Machine = {},
): ObjectStorage {
  async function request<T>(what: string, answer: () => T): Promise<T> {
    live?.();
    await pause?.(what);
    live?.();
    const value = answer();
    await pause?.('answer');
    live?.();
    return value;
  }
  const conflict = (status: number) => new ConflictError(`s3://double answered ${status}`);
  return {
    address: 's3://double',
    list: () => request('list', () => [...bucket.values()]),
    read: (file, knownTag) =>
      request(`read ${file}`, () => {
        const found = bucket.get(file);
        return found && found.tag === knownTag ? 'unchanged' : found;
      }),
    write: (file, content, headers, condition) =>
      request(`write ${file}`, () => {
        if (condition !== undefined && isUnlucky?.()) throw conflict(409);
        const status = statusOf(bucket.get(file), condition);
        if (status !== 200) throw conflict(status);
        const bytes = Buffer.from(content);
        const [size, tag, modified] = [bytes.length, tagOf(bytes), new Date()];
        bucket.set(file, { file, size, tag, modified, content: bytes, headers });
        check?.(file);
        // The answer is lost, and the request is sent again.
        if (condition !== undefined && isUnlucky?.()) throw conflict(412);
        return tag;
      }),
    remove: (file) =>
      request(`remove ${file}`, () => {
        bucket.delete(file);
        check?.(file);
      }),
  };
}
