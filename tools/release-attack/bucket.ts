import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '@patchwork/cli/local-server';

/** Bucket whose owner can't be trusted: it answers with any names and any contents. */
export interface HostileBucket {
  /** Contents by key. */
  readonly objects: Map<string, Buffer>;
  /** Keys that have been read, in order. */
  readonly reads: string[];
  readonly lists: () => number;
  /** Gives an object another tag, as if it had been written again. */
  readonly touch: (key: string) => void;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const NAME = 'shop';

const escapeXml = (text: string): string =>
  text.replace(/[^\w./ :@$-]/gu, (letter) => `&#${letter.codePointAt(0)};`);

/** Starts the part of an S3 server that a server of a release needs: listing and reading the bucket "shop". */
export async function startBucket(): Promise<HostileBucket> {
  const objects = new Map<string, Buffer>();
  const touched = new Map<string, number>();
  const reads: string[] = [];
  let lists = 0;

  const tagOf = (key: string, content: Buffer): string => {
    const times = touched.get(key);
    return `"${createHash('md5').update(content).digest('hex')}${times ? `-${times}` : ''}"`;
  };

  function list(prefix: string, response: ServerResponse): void {
    lists += 1;
    const contents = [...objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(
        ([key, content]) =>
          `<Contents><Key>${escapeXml(key)}</Key><Size>${content.length}</Size>` +
          `<ETag>${escapeXml(tagOf(key, content))}</ETag>` +
          '<LastModified>2026-11-01T00:00:00.000Z</LastModified></Contents>',
      );
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}</ListBucketResult>`);
  }

  function read(key: string, request: IncomingMessage, response: ServerResponse): void {
    reads.push(key);
    const content = objects.get(key);
    if (!content) {
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const etag = tagOf(key, content);
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { etag, 'content-length': content.length }).end(content);
  }

  const server = await listen((request, response) => {
    const [pathname = '', query = ''] = (request.url ?? '').split('?');
    const path = decodeURIComponent(pathname).slice(1);
    const prefix = new URLSearchParams(query).get('prefix');
    if (prefix !== null) list(prefix, response);
    else read(path.slice(NAME.length + 1), request, response);
  });
  return {
    objects,
    reads,
    lists: () => lists,
    touch: (key) => void touched.set(key, (touched.get(key) ?? 0) + 1),
    url: server.url,
    stop: server.stop,
  };
}
