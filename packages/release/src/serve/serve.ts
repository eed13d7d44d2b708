import { type RequestListener, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createHttpServer, type RefusalParts, type UnreadableStatus } from '@patchwork/http-server';
import type { Metrics } from '@patchwork/metrics';
import { ReleaseError } from '../errors.ts';
import { isOrigin } from '../folder/config.ts';
import { fileHeaders } from '../page/security-headers.ts';
import { createRenderers } from '../render/renderers.ts';
import type { Readers } from './api-answers.ts';
import { createDocuments } from './documents.ts';
import { createHandler } from './handler.ts';
import { measure } from './measure.ts';

/** Reads a port from an environment variable. Throws a ReleaseError if its value is no port. */
export function readPort<Otherwise extends number | undefined>(
  value: string | undefined,
  otherwise: Otherwise,
  name = 'PORT',
): number | Otherwise {
  if (value === undefined || value === '') return otherwise;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65535) return port;
  throw new ReleaseError(`${name} is "${value}", which is no port: choose a number up to 65535`);
}

interface Address {
  readonly port: number;
  readonly host: string;
}

const foreignHost = ({ host }: Address): string =>
  `HOST is "${host}", which is no address of this machine: leave it out, or give 0.0.0.0 for all addresses`;

const explain: Record<string, (address: Address) => string> = {
  EADDRNOTAVAIL: foreignHost,
  ENOTFOUND: foreignHost,
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken: stop the other program or choose another, e.g. PORT=${port === 3100 ? 3200 : 3100} npx --yes pnpm start`,
  EACCES: ({ port }) =>
    `Port ${port} is reserved for the system: choose another, e.g. PORT=3000 npx --yes pnpm start`,
};

function listenError(error: NodeJS.ErrnoException, address: Address): Error {
  const sentence = explain[error.code ?? '']?.(address);
  return sentence ? new ReleaseError(sentence) : error;
}

function requireOrigin(text: string): string {
  if (isOrigin(text)) return text;
  throw new ReleaseError(
    `--origin is "${text}": write the shop’s public address as https://shop.example, with nothing behind it`,
  );
}

/** Another server at the shop's origin, such as an API. */
interface Delegate {
  readonly handles: (pathname: string) => boolean;
  readonly listener: RequestListener;
}

export interface ServeOptions extends Readers {
  readonly release: string;
  /** Port to listen at; 0 takes any free one. */
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

/** Time that a running response may still take when the server stops. */
const STOP_GRACE_MS = 500;

/** Interval at which the release folder is checked for changes when no request comes. */
const FOLLOW_INTERVAL_MS = 1000;

const thisMachine = '127.0.0.1';

/** Makes the answer to bytes that are no request, with the headers of every file. */
const refuse = (status: UnreadableStatus): RefusalParts => ({
  headers: { ...fileHeaders, 'content-type': 'text/plain;charset=utf-8' },
  body: `${STATUS_CODES[status]}.\n`,
});

/**
 * Serves a release folder as the shop. Throws a ReleaseError if the port or the host is not available, or if the origin
 * is invalid.
 */
export async function serve(options: ServeOptions): Promise<ReleaseServer> {
  const { port, host = thisMachine, report = console.error } = options;
  const { defaultConfig = {}, api, sample, delegate, metrics } = options;
  const origin = options.origin === undefined ? undefined : requireOrigin(options.origin);
  const release = path.resolve(options.release);
  const renderers = createRenderers(report);
  const read = { release, defaultConfig, origin, api, sample, renderers, report };
  const documents = createDocuments(read);
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
  // Loads the release now, not at the first request.
  documents();
  const following = setInterval(documents, FOLLOW_INTERVAL_MS).unref();
  return {
    port: listening,
    url: `http://${/^(?:127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(host) ? 'localhost' : host}:${listening}`,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(following);
        renderers.stop();
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS).unref();
      }),
  };
}
