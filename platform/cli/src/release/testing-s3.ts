import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { temporaryFolder } from '@patchwork/release/testing';
import { onTestFinished, vi } from 'vitest';
import { listen } from '../local-server.ts';

interface S3rver {
  readonly configureBuckets: () => Promise<void>;
  readonly callback: () => (request: IncomingMessage, response: ServerResponse) => void;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused</Message></Error>`,
  );
}

/**
 * Starts s3rver, an S3 server for tests, with the bucket "shop" until the test ends, and sets the environment variables
 * of the AWS SDK. s3rver ignores the conditions of writes, so a handler in front of it checks them as Amazon S3
 * documents them, unless `ignoresConditions`.
 */
export async function startS3({ ignoresConditions = false } = {}) {
  const directory = await temporaryFolder();
  const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver');
  const s3 = new S3rver({
    ...{ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'shop' }] },
  });
  await s3.configureBuckets();
  const answer = s3.callback();
  const tags = new Map<string, string>();
  const writing = new Set<string>();

  /**
   * Returns the status and code with which Amazon S3 refuses a request because of its condition; undefined if it
   * accepts the request.
   */
  function refusalOf({ method, headers }: IncomingMessage, pathname: string) {
    const known = tags.get(pathname);
    const [isNew, tag] = [headers['if-none-match'] === '*', headers['if-match']];
    if (ignoresConditions || method !== 'PUT' || !(isNew || tag)) return undefined;
    if (writing.has(pathname)) return [409, 'ConditionalRequestConflict'] as const;
    if (tag && !known) return [404, 'NoSuchKey'] as const;
    return (isNew && known) || (tag && tag !== known)
      ? ([412, 'PreconditionFailed'] as const)
      : undefined;
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    const [pathname = ''] = url.split('?');
    const refusal = refusalOf(request, pathname);
    if (refusal) {
      const [status, code] = refusal;
      refuse(response, status, code);
      return;
    }
    if (method === 'PUT') writing.add(pathname);
    response.once('finish', () => {
      writing.delete(pathname);
      if (method === 'DELETE') tags.delete(pathname);
      if (method === 'PUT' && response.statusCode === 200) {
        tags.set(pathname, String(response.getHeader('etag')));
      }
    });
    answer(request, response);
  }

  const server = await listen(handle);
  onTestFinished(server.stop);
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  vi.stubEnv('XDG_CACHE_HOME', path.join(directory, 'cache'));
  return { ...server, handle, caches: (name: string) => path.join(directory, name) };
}
