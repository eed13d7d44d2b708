import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { lookup } from 'mrmime';
import {
  acceptedCodings,
  acceptsCoding,
  type Coding,
  isFileKnown,
} from '../http-server/negotiation.ts';
import { deltaFor, dictionaryPattern } from '../release-folder/dictionaries.ts';
import { relativePath } from '../release-folder/files.ts';
import { isHidden, isMadeName } from '../release-folder/layout.ts';
import type { Revision } from './documents.ts';
import { isAborted } from './send.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly revision: Revision;
}

/** Result of a handler: a promise if the response has to wait for something. */
export type Handled = void | Promise<void>;

const endings: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

/** Returns the forms of a file that a request accepts, smallest first: content coding and ending of the file's name. */
function copiesFor({ headers }: IncomingMessage): (readonly [coding: string, ending: string])[] {
  const accepted = headers['accept-encoding'];
  const delta = deltaFor(headers['available-dictionary']);
  return [
    ...(delta && acceptsCoding(accepted, 'dcz') ? [['dcz', delta] as const] : []),
    ...acceptedCodings(accepted).map((coding) => [coding, endings[coding]] as const),
    ['identity', ''],
  ];
}

interface PlainFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'].includes(
    String(Reflect.get(Object(error), 'code')),
  );

/**
 * Opens a regular file; undefined for anything else. Doesn't block: opening a pipe would block a thread until someone
 * writes to it.
 */
async function openPlain(file: string): Promise<PlainFile | undefined> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  return undefined;
}

/**
 * Opens a regular file of the release folder. Undefined if there is none, or if a link leads out of the folder or to a
 * hidden file. Generated files are never read from disk.
 */
async function openInside(release: string, pathname: string): Promise<PlainFile | undefined> {
  if (path.posix.normalize(pathname) !== pathname) return undefined;
  try {
    const root = await realpath(release);
    const file = await realpath(path.join(root, pathname));
    if (!file.startsWith(root + path.sep)) return undefined;
    const name = relativePath(root, file);
    return isMadeName(name) || isHidden(name) ? undefined : await openPlain(file);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function send(
  { request, response, pathname }: Exchange,
  { handle, stats }: PlainFile,
  coding: string,
): Promise<void> {
  const tag = `W/"${stats.size}-${Math.trunc(stats.mtimeMs)}"`;
  response.setHeader('etag', tag);
  const pattern = dictionaryPattern(pathname);
  response.setHeader('vary', `Accept-Encoding${pattern ? ', Available-Dictionary' : ''}`);
  if (pattern) {
    response.setHeader('use-as-dictionary', `match="${pattern}", match-dest=("script")`);
  }
  if (isFileKnown(request.headers, tag, stats.mtime)) return void response.writeHead(304).end();
  const type = lookup(pathname);
  if (type)
    response.setHeader('content-type', type === 'text/html' ? `${type};charset=utf-8` : type);
  if (coding !== 'identity') response.setHeader('content-encoding', coding);
  response.setHeader('content-length', stats.size);
  response.setHeader('last-modified', stats.mtime.toUTCString());
  if (request.method === 'HEAD' || stats.size === 0) return void response.end();
  // With its end, the response ends with the file's last byte, after which the client may send its next request.
  const stream = handle.createReadStream({ autoClose: false, end: stats.size - 1 });
  await pipeline(stream, response).catch((error) => {
    if (!isAborted(error)) throw error;
  });
}

/** Sends a file or a compressed copy of it. Resolves to false if there is no such file. */
export async function sendFile(release: string, exchange: Exchange): Promise<boolean> {
  const { request, pathname } = exchange;
  for (const [coding, ending] of copiesFor(request)) {
    const file = await openInside(release, pathname + ending);
    if (!file) continue;
    try {
      await send(exchange, file, coding);
    } finally {
      await file.handle.close();
    }
    return true;
  }
  return false;
}
