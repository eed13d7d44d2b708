import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { type LocalServer, listen } from '../../../scripts/lib/local-server.ts';

interface ResponseChanges {
  readonly type?: string;
  readonly body?: (body: Buffer) => Buffer;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Responds as the shop's server does, with these changes. */
  readonly forward: (changes?: ResponseChanges) => Promise<void>;
}

/** Responses of a server that is at fault. */
export type Respond = (exchange: Exchange) => void | Promise<void>;

/** A server in front of the shop's, which fails on request. */
export interface FaultyServer extends LocalServer {
  /** From now on these paths are responded to in this way. */
  fail: (isAffected: (pathname: string) => boolean, respond: Respond) => void;
  /** From now on every response is the real one. A request that had no response before stays without one. */
  recover: () => void;
  /** Resolves when every response has begun. */
  settled: () => Promise<void>;
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** They describe the body as it was before a change. */
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

export async function openFaultyServer(shop: string): Promise<FaultyServer> {
  let isAffected = (_pathname: string): boolean => false;
  let respond: Respond = ({ forward }) => forward();
  const running = new Set<Promise<void>>();
  const server = await listen((request, response) => {
    const forward = forwardTo(shop, { request, response });
    const { pathname } = new URL(request.url ?? '', shop);
    const exchange = { request, response, forward };
    // The page may leave, and the shop may stop, before a response is complete.
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
