import { type RequestListener, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileHeaders, isOrigin } from '@patchwork/build/policy';
import { messageOf, ReleaseError } from '../errors.ts';
import {
  createHttpServer,
  type RefusalParts,
  type UnreadableStatus,
} from '../http-server/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { exists } from '../release-folder/files.ts';
import { registryFile } from '../release-folder/registry.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import type { Readers } from '../render/api-answers.ts';
import { createRenderers } from '../render/renderers.ts';
import { createDocuments } from './documents.ts';
import { createHandler } from './handler.ts';
import { measure, type ReportOptions } from './measure.ts';

/** Parses an environment variable's port. Returns `otherwise` if unset. Throws a ReleaseError if it is invalid. */
export function readPort<Otherwise extends number | undefined>(
  value: string | undefined,
  otherwise: Otherwise,
  name = 'PORT',
): number | Otherwise {
  if (value === undefined || value === '') return otherwise;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65535) return port;
  throw new ReleaseError(`${name} is "${value}", which is not a port: choose a number up to 65535`);
}

interface Address {
  readonly port: number;
  readonly host: string;
}

const foreignHost = ({ host }: Address): string =>
  `HOST is "${host}", which is not an address of this machine: leave it out, or give 0.0.0.0 for all addresses`;

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
    `--origin is "${text}": write the shop’s public address as https://shop.example, with nothing after it`,
  );
}

/** Another handler at the shop's origin, such as an API. */
export interface Delegate {
  readonly handles: (pathname: string) => boolean;
  readonly listener: RequestListener;
  /** Milliseconds in which a whole request has to arrive, if visitors' 20 seconds are too short. */
  readonly requestTimeoutMs?: number;
}

export interface ServeOptions extends Readers, ReportOptions {
  readonly release: string;
  /**
   * Store whose content the server keeps copying to the folder `release`. By default that folder is the release itself.
   */
  readonly store?: ReleaseStore | undefined;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** Address to listen on; '0.0.0.0' for all. By default only this machine can connect. */
  readonly host?: string | undefined;
  /** Runtime configuration for a release without a config.json; {} by default. */
  readonly defaultConfig?: object;
  /**
   * Throws an error that names the invalid field of a config.json. The server then doesn't start, or keeps using the
   * previous configuration. By default, every configuration is accepted.
   */
  readonly checkConfig?: (config: unknown) => unknown;
  /** Handler that gets the requests for its paths, with any method. None by default. */
  readonly delegate?: Delegate;
  /**
   * The shop's public origin, such as 'https://shop.example'. By default `origin` of the runtime configuration. Without
   * one, pages have no canonical URL, and there is no sitemap.
   */
  readonly origin?: string | undefined;
  /**
   * Counts requests, and the reports that pages send to '/reports'. By default nothing is measured and no report
   * accepted.
   */
  readonly metrics?: Metrics | undefined;
  /** Languages whose pages are rendered with their data, by processes of their own. By default all of the shop's. */
  readonly renderedLanguages?: readonly string[];
  /** Called with a sentence for each problem, such as an unreadable document. By default prints to standard error. */
  readonly report?: (message: string) => void;
}

export interface ReleaseServer {
  readonly port: number;
  readonly url: string;
  /** Refuses new requests, closes connections, and resolves when all are closed. */
  stop: () => Promise<void>;
}

/** Milliseconds that a response may still take when the server stops. */
const STOP_GRACE_MS = 500;

/** Interval in milliseconds at which the release folder is checked for changes, even without requests. */
const FOLLOW_INTERVAL_MS = 1000;

const thisMachine = '127.0.0.1';

/** Creates the response to a request that can't be read, with the headers of a file. */
const refuse = (status: UnreadableStatus): RefusalParts => ({
  headers: { ...fileHeaders, 'content-type': 'text/plain;charset=utf-8' },
  body: `${STATUS_CODES[status]}.\n`,
});

/** Milliseconds after which a copy is compared with its object store, even if registry.json has not changed. */
const COMPARE_INTERVAL_MS = 10_000;

/**
 * Keeps the copy of a release up to date. While its source can't be reached or is refused, the copy stays as it is.
 * Rejects if there is no copy at the start and none can be made. Resolves to a function that stops the updates.
 */
async function followStore(
  store: ReleaseStore,
  report: (message: string) => void,
): Promise<() => void> {
  let comparedAt = 0;
  let problem: string | undefined;
  let isFollowing = false;
  /** Reports a problem once, as long as it stays the same. */
  function tell(error: unknown): void {
    const found = `${messageOf(error)}. The last copy stays in use`;
    if (found !== problem) report(found);
    problem = found;
  }
  async function follow(): Promise<void> {
    // The previous call may still be waiting for the store.
    if (isFollowing) return;
    isFollowing = true;
    try {
      const isDue = performance.now() - comparedAt > COMPARE_INTERVAL_MS;
      if (isDue || (await store.hasChanged())) {
        comparedAt = performance.now();
        await store.refresh();
        if (problem !== undefined) report(`${store.address} is copied again`);
        problem = undefined;
      }
    } catch (error) {
      tell(error);
    }
    isFollowing = false;
  }
  await store.refresh().catch(async (error) => {
    if (!(await exists(registryFile(store.folder)))) throw error;
    tell(error);
  });
  comparedAt = performance.now();
  const interval = setInterval(follow, FOLLOW_INTERVAL_MS).unref();
  return () => clearInterval(interval);
}

/**
 * Serves a release folder as the shop. Throws a ReleaseError if the port or host is not available, or the origin or the
 * runtime configuration is invalid.
 */
export async function serve(options: ServeOptions): Promise<ReleaseServer> {
  const { port, host = thisMachine, report = console.error } = options;
  const { defaultConfig = {}, checkConfig, api, sample, delegate, metrics } = options;
  const { renderedLanguages } = options;
  const origin = options.origin === undefined ? undefined : requireOrigin(options.origin);
  const release = path.resolve(options.release);
  const unfollow = options.store && (await followStore(options.store, report));
  const renderers = createRenderers(report);
  const documents = createDocuments({
    ...{ release, defaultConfig, checkConfig, origin, api, sample },
    ...{ renderers, renderedLanguages, report },
  });
  const answer = createHandler({ release, documents, report });
  const handler = metrics ? measure(metrics, documents, answer, options) : answer;
  const server = createHttpServer(
    (request, response) =>
      delegate?.handles((request.url ?? '').replace(/\?.*$/s, ''))
        ? delegate.listener(request, response)
        : handler(request, response),
    {
      refuse,
      ...(delegate?.requestTimeoutMs && { timeouts: { request: delegate.requestTimeoutMs } }),
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { port, host })));
    server.listen(port, host, resolve);
  });
  const listening = (server.address() as AddressInfo).port;
  // Loads the release before the first request.
  documents();
  const following = setInterval(documents, FOLLOW_INTERVAL_MS).unref();
  return {
    port: listening,
    url: `http://${/^(?:127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(host) ? 'localhost' : host}:${listening}`,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(following);
        unfollow?.();
        renderers.stop();
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS).unref();
      }),
  };
}
