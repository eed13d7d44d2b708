import http, { type IncomingMessage } from 'node:http';
import type { PublishedRemote } from '@patchwork/host';
import { type LocalServer, listen } from '../../scripts/lib/local-server.ts';
import { addVersion, openRelease, point, removeFiles, stableVersion } from '../release-folder.ts';
import {
  type Cell,
  type Exchange,
  type Fault,
  type Place,
  placeOf,
  type Respond,
  type ResponseChanges,
} from './table.ts';

/** A server that can be made to fail, in front of the shop's server. */
interface FaultyServer extends LocalServer {
  /** Makes the server use `respond` for all later requests for the affected paths. */
  fail: (isAffected: (pathname: string) => boolean, respond: Respond) => void;
  /** Makes the server forward all later requests to the shop. Unanswered requests stay unanswered. */
  recover: () => void;
  /** Resolves when all requests so far have been answered, or left unanswered on purpose. */
  settled: () => Promise<void>;
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** Headers that describe the body as it was before a change. */
const ofBody = ['content-length', 'content-encoding', 'etag', 'last-modified'];

function forwardTo(shop: string, { request, response }: Pick<Exchange, 'request' | 'response'>) {
  return async ({ type, body: change }: ResponseChanges = {}): Promise<void> => {
    const { method, headers } = request;
    const sent = change ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const real = await new Promise<IncomingMessage>((resolve, reject) => {
      const passed = http.request(new URL(request.url ?? '', shop), { method, headers: sent });
      passed.once('response', resolve).once('error', reject);
      response.once('close', () => passed.destroy());
      passed.end();
    });
    const body = await whole(real);
    for (const [name, value = ''] of Object.entries(real.headers)) {
      if (!change || !ofBody.includes(name)) response.setHeader(name, value);
    }
    if (change) response.setHeader('cache-control', 'no-store');
    if (type) response.setHeader('content-type', type);
    response.statusCode = real.statusCode ?? 500;
    response.end(change ? change(body) : body);
  };
}

async function openFaultyServer(shop: string): Promise<FaultyServer> {
  let isAffected = (_pathname: string): boolean => false;
  let respond: Respond = ({ forward }) => forward();
  const running = new Set<Promise<void>>();
  const server = await listen((request, response) => {
    const forward = forwardTo(shop, { request, response });
    const { pathname } = new URL(request.url ?? '', shop);
    const exchange = { request, response, forward };
    // The page may be left, and the shop may stop, before a response is complete.
    const responded = Promise.resolve(isAffected(pathname) ? respond(exchange) : forward())
      .catch(() => void response.destroy())
      .finally(() => running.delete(responded));
    running.add(responded);
  });
  return {
    ...server,
    fail(affected, response) {
      isAffected = affected;
      respond = response;
    },
    recover() {
      isAffected = () => false;
    },
    async settled() {
      await Promise.all(running);
    },
  };
}

/** A copy of the released shop with its own server, in which one remote can be made to fail. */
export interface FaultyShop {
  readonly url: string;
  /** Makes the cell's remote fail from now on, with the cell's fault. */
  inject: (cell: Cell) => Promise<void>;
  /** Ends the fault, as the shop's operators would: the server works again, and the good version is live. */
  recover: () => Promise<void>;
  /** Resolves when all requests so far have been answered, or left unanswered on purpose. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function openFaultyShop(): Promise<FaultyShop> {
  const release = await openRelease();
  const { folder } = release;
  await release.configure({ devtools: {} });
  const server = await openFaultyServer(release.url);
  let good: PublishedRemote | undefined;

  /** Serves the page as it was when this version was live, and deletes the version's files. */
  async function makeStale(version: PublishedRemote, { path: pathname }: Place): Promise<void> {
    const headers = { accept: 'text/html' };
    const page = await (await fetch(release.url + pathname, { headers })).text();
    server.fail(
      (requested) => requested === pathname,
      ({ forward }) => forward({ body: () => Buffer.from(page) }),
    );
    await removeFiles(folder, version);
  }

  function breakTransport(
    { files: which, respond }: NonNullable<Fault['transport']>,
    { entry, files }: PublishedRemote,
    { module }: Place,
  ): void {
    const folderOfVersion = entry.slice(0, entry.lastIndexOf('/') + 1);
    const suffix = { all: '', script: '.js', style: '.css' }[which];
    const wanted = which === 'all' ? '' : `__federation_expose_${module}.`;
    server.fail(
      (pathname) =>
        pathname.startsWith(folderOfVersion) &&
        pathname.includes(wanted) &&
        pathname.endsWith(suffix),
      respond,
    );
    if (files[`./${module}`]?.length === 0) throw new Error(`${module} has no files`);
  }

  return {
    url: server.url,
    async inject(cell) {
      const { fault, hasPrevious } = cell;
      const place = placeOf(cell);
      good = await stableVersion(folder, cell.remote.id);
      const changes = fault.change ? [fault.change(place.module)] : [];
      const version = await addVersion(folder, good, '9.0.0-faulty', ...changes);
      await point(folder, { stable: version, previous: hasPrevious ? [good] : [] });
      if (fault.transport) breakTransport(fault.transport, version, place);
      if (fault.isStale) {
        await makeStale(version, place);
        await point(folder, { stable: good });
      }
    },
    async recover() {
      server.recover();
      if (good) await point(folder, { stable: good });
    },
    settled: server.settled,
    async stop() {
      await server.stop();
      await release.close();
    },
  };
}
