import path from 'node:path';
import { temporaryFolder } from '@patchwork/release/testing';
import { createBucket } from '@patchwork/release/testing/s3-bucket';
import { onTestFinished, vi } from 'vitest';
import { listen } from '../local-server.ts';

/** Starts an S3 server with the bucket "shop" until the test ends, and sets the environment variables of the AWS SDK. */
export async function startS3(options: Parameters<typeof createBucket>[0] = {}) {
  const directory = await temporaryFolder();
  const bucket = createBucket(options);
  const server = await listen(bucket.handle);
  onTestFinished(server.stop);
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('XDG_CACHE_HOME', path.join(directory, 'cache'));
  return { ...server, ...bucket, caches: (name: string) => path.join(directory, name) };
}
