import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import {
  ConflictError,
  examinerOf,
  folderObjects,
  isPublicKey,
  messageOf,
  type ObjectStorage,
  objectStore,
  ReleaseError,
  type ReleaseStore,
  type StoredObject,
} from '@patchwork/release';

/** Reads public keys that are separated by commas. Throws a ReleaseError if one of them is not a key. */
export function readTrust(text = ''): string[] {
  const keys = text.split(',').flatMap((key) => key.trim() || []);
  const wrong = keys.find((key) => !isPublicKey(key));
  if (wrong === undefined) return keys;
  throw new ReleaseError(`“${wrong}” is not a public key: “patchwork key <file>” prints one`);
}

export const isStoreAddress = (text: string): boolean => text.startsWith('s3://');

/** Returns the address of the S3-compatible server that the AWS SDK reads from the environment, if any. */
const endpoint = (): string | undefined =>
  process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined;

function parseAddress(address: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([^?#]*))?$/.exec(address) ?? [];
  if (bucket === undefined) {
    throw new ReleaseError(
      `"${address}" is not the address of an object store: write it as s3://bucket/prefix`,
    );
  }
  const folder = prefix.replace(/^\/+|\/+$/g, '');
  return { bucket, prefix: folder === '' ? '' : `${folder}/` };
}

const statusOf = (error: unknown): number | undefined => {
  const { $metadata } = Object(error) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
};

/**
 * Loads the AWS SDK. It is no dependency, because few remotes need it, and npm would write 3,500 files for it. Throws a
 * ReleaseError if it is not installed.
 */
async function loadSdk() {
  try {
    return await import('@aws-sdk/client-s3');
  } catch (error) {
    const { code } = Object(error) as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new ReleaseError(
      'An object store needs the AWS SDK, which is not installed here: npm install --save-dev @aws-sdk/client-s3@3',
    );
  }
}

/** Opens a bucket. The SDK reads credentials, region and endpoint from its usual environment variables and files. */
async function openObjects(address: string): Promise<ObjectStorage> {
  const { bucket, prefix } = parseAddress(address);
  // The SDK's version is pinned, so its warning about future versions of Node would be of no use.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const { S3 } = await loadSdk();
  const client = new S3({
    // Servers other than Amazon's often have one host name for all buckets, and no regions.
    ...(endpoint() && { forcePathStyle: true, region: process.env.AWS_REGION || 'us-east-1' }),
    // Servers other than Amazon's often don't support the checksums that newer versions of the SDK add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
  });

  async function call<T>(request: Promise<T>): Promise<T> {
    return request.catch((error) => {
      const status = statusOf(error);
      const name = error instanceof Error ? error.name : '';
      if (status === undefined) {
        throw new ReleaseError(
          `${address} can’t be reached (${messageOf(error) || name}): check the network, AWS_ENDPOINT_URL, AWS_REGION and the credentials in the environment`,
        );
      }
      throw new ReleaseError(`${address} answered ${status} ${name}: ${messageOf(error)}`);
    });
  }

  return {
    address,
    async list() {
      const found: StoredObject[] = [];
      let from: string | undefined;
      do {
        const page = await call(
          client.listObjectsV2({ Bucket: bucket, Prefix: prefix, ContinuationToken: from }),
        );
        for (const { Key = '', Size = 0, ETag = '', LastModified = new Date(0) } of page.Contents ??
          []) {
          // Some tools create an empty object for each folder.
          if (!Key.startsWith(prefix) || Key.endsWith('/')) continue;
          const file = Key.slice(prefix.length);
          found.push({ file, size: Size, tag: ETag, modified: LastModified });
        }
        from = page.NextContinuationToken;
      } while (from !== undefined);
      return found;
    },
    async read(file, knownTag) {
      const object = { Bucket: bucket, Key: prefix + file, IfNoneMatch: knownTag };
      const answer = await client.getObject(object).catch((error) => {
        const status = statusOf(error);
        if (status === 304) return 'unchanged' as const;
        // A bucket that is missing is a mistake in the address.
        if (status === 404 && error.name !== 'NoSuchBucket') return undefined;
        return call(Promise.reject(error));
      });
      if (answer === undefined || answer === 'unchanged') return answer;
      const content = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
      return { content, tag: answer.ETag ?? '' };
    },
    async write(file, content, { contentType, contentEncoding, cacheControl }, condition) {
      const answer = await client
        .putObject({
          Bucket: bucket,
          Key: prefix + file,
          Body: content,
          ContentType: contentType,
          ContentEncoding: contentEncoding,
          CacheControl: cacheControl,
          ...(condition === 'absent' && { IfNoneMatch: '*' }),
          ...(typeof condition === 'object' && { IfMatch: condition.tag }),
        })
        .catch((error) => {
          const status = statusOf(error);
          // 404: the object with this tag was deleted. 409: another write of the object was in progress.
          const isConflict = status === 412 || status === 409 || status === 404;
          if (condition === undefined || !isConflict || error.name === 'NoSuchBucket') {
            return call(Promise.reject(error));
          }
          throw new ConflictError(`${address}/${file} was changed by another machine: try again`);
        });
      return answer.ETag ?? '';
    },
    async remove(file) {
      await call(client.deleteObject({ Bucket: bucket, Key: prefix + file }));
    },
  };
}

/** Number of the way in which copies are made. Another one begins new copies: older ones may have unverified files. */
const COPY_FORMAT = 2;

/**
 * Opens a release through a local copy in the user's cache folder. `address` is s3://bucket/prefix, for an object
 * store, or the path of a folder. Commands and servers have separate copies, so that they don't wait for each other. If
 * `trust` has the shop's public keys, the copy contains only signed content. Throws a ReleaseError if an s3:// address
 * is malformed.
 */
export async function openStore(
  address: string,
  use: 'commands' | 'serve',
  trust: readonly string[] = [],
): Promise<ReleaseStore> {
  const objects = isStoreAddress(address)
    ? await openObjects(address)
    : folderObjects(path.resolve(address));
  const cacheHome = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const hash = createHash('sha256')
    .update([COPY_FORMAT, endpoint(), address, ...trust].join(' '))
    .digest('hex');
  const folder = path.join(cacheHome, 'patchwork', `${use}-${hash.slice(0, 16)}`);
  return objectStore(objects, folder, trust.length > 0 ? examinerOf(folder, trust) : undefined);
}
