import { type RequestListener, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createHttpServer, type RefusalParts, type UnreadableStatus } from '@patchwork/http-server';
import type { Metrics } from '@patchwork/metrics';
import { fileHeaders } from '../policy/page-headers.ts';
import type { Readers } from './api-reader.ts';
import { createDocuments } from './documents.ts';
import { createHandler } from './handler.ts';
import { measure } from './measure.ts';
import { requireOrigin } from './origin.ts';
import { listenError } from './port.ts';

/** What else answers at the shop's origin, such as an API. */
interface Delegate {
  readonly handles: (pathname: string) => boolean;
  readonly listener: RequestListener;
}

export interface ServeOptions extends Readers {
  /** The release folder. It may change while it is served. */
  readonly release: string;
  /** Where to listen; 0 takes any free port. */
  readonly port: number;
  /** The address to listen at, '0.0.0.0' for all. Default: this machine alone can reach it. */
  readonly host?: string | undefined;
  /** The runtime configuration of a release that holds no config.json. Default: {}. */
  readonly defaultConfig?: object;
  /** Gets the requests that it handles, of every method. Default: none. */
  readonly delegate?: Delegate;
  /**
   * The shop's public address, as 'https://shop.example'. Default: `origin` of the runtime
   * configuration. Without one, pages have no canonical address, and there is no sitemap.
   */
  readonly origin?: string | undefined;
  /** Counts requests, and the reports that pages send to '/reports'. Default: nothing is measured, no report is taken. */
  readonly metrics?: Metrics | undefined;
  /** Called with one sentence for each document that cannot be read. Default: the terminal. */
  readonly report?: (message: string) => void;
}

export interface ReleaseServer {
  readonly port: number;
  readonly url: string;
  /** Refuses new requests, closes open connections, and resolves when all are closed. */
  stop: () => Promise<void>;
}

/** How long a running response may still take when the server stops. */
const STOP_GRACE_MS = 500;

const thisMachine = '127.0.0.1';

/** Refuses what is no request as every file is sent. */
const refuse = (status: UnreadableStatus): RefusalParts => ({
  headers: { ...fileHeaders, 'content-type': 'text/plain;charset=utf-8' },
  body: `${STATUS_CODES[status]}.\n`,
});

/**
 * Serves a release folder as the shop. Throws a ReleaseError when the port or the host is not available,
 * or the origin is none.
 */
export async function serve(options: ServeOptions): Promise<ReleaseServer> {
  const { port, host = thisMachine, report = console.error } = options;
  const { defaultConfig = {}, api, sample, delegate, metrics } = options;
  const origin = options.origin === undefined ? undefined : requireOrigin(options.origin);
  const release = path.resolve(options.release);
  const documents = createDocuments({ release, defaultConfig, origin, api, sample, report });
  const answer = createHandler({ release, documents, report });
  const handler = metrics ? measure(metrics, documents, answer) : answer;
  const server = createHttpServer(
    (request, response) =>
      delegate?.handles((request.url ?? '').replace(/\?.*$/s, ''))
        ? delegate.listener(request, response)
        : handler(request, response),
    { refuse },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { port, host })));
    server.listen(port, host, resolve);
  });
  const listening = (server.address() as AddressInfo).port;
  return {
    port: listening,
    url: `http://${/^(?:127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(host) ? 'localhost' : host}:${listening}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS).unref();
      }),
  };
}
