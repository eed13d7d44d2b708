import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';

export interface RefusalParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Statuses for bytes that are not a request (400), for a request that arrives too slowly (408), and for headers that
 * are too large (431).
 */
export type UnreadableStatus = 400 | 408 | 431;

interface Options {
  /** Returns the headers and body of a refusal. Node by itself sends no body. */
  readonly refuse: (status: UnreadableStatus) => RefusalParts;
  /** Limits that differ from the default ones. */
  readonly timeouts?: Partial<Timeouts>;
}

/** Time limits, in milliseconds. */
interface Timeouts {
  /** Limit for receiving the headers. */
  readonly headers: number;
  /** Limit for receiving the whole request. */
  readonly request: number;
  /** Interval at which both limits are checked. Node's default is 30 seconds. */
  readonly check: number;
  /** Idle time after which a connection is closed. Node's default is no limit. */
  readonly stalled: number;
}

const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 20_000,
  check: 2_000,
  stalled: 60_000,
};

/** Milliseconds that an idle connection is kept. The proxies of deploy/ keep it for less: see there. */
const KEEP_ALIVE_MS = 5_000;

/** Milliseconds that a refused client has to read the response. */
const REFUSED_GRACE_MS = 500;

const statusOf: Readonly<Record<string, UnreadableStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refusalText(status: UnreadableStatus, { headers, body }: RefusalParts): string {
  const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

/** Last response on each connection. */
const responses = new WeakMap<Socket, ServerResponse>();

class TrackedResponse extends ServerResponse {
  constructor(...all: ConstructorParameters<typeof ServerResponse>) {
    super(...all);
    responses.set(all[0].socket, this);
  }
}

/**
 * Closes the connection of a client that sends a second request before the first response has been sent (pipelining).
 * Node would handle all at the same time, and keep their responses in memory until the client reads them.
 *
 * A listener must therefore end a response of known length together with its last byte, after which a client may send
 * the next request.
 */
class SingleRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    if (responses.get(socket)?.writableFinished !== false) return;
    socket.destroy();
    // After a request to upgrade, Node neither creates a response nor handles what else has arrived.
    Object.defineProperty(this, 'upgrade', { get: () => true, set: () => undefined });
  }
}

/**
 * Creates a server that closes the connections of stalled and of pipelining clients, and answers unreadable requests
 * with the headers and body from `refuse`.
 */
export function createHttpServer(
  listener: RequestListener,
  { refuse, timeouts: changed }: Options,
): Server {
  const timeouts = { ...defaultTimeouts, ...changed };
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
      IncomingMessage: SingleRequest,
      ServerResponse: TrackedResponse,
    },
    listener,
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.setTimeout(timeouts.stalled);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const status = statusOf[error.code ?? ''] ?? 400;
    socket.end(refusalText(status, refuse(status)));
    // A client that keeps sending would hold the connection open.
    setTimeout(() => socket.destroy(), REFUSED_GRACE_MS).unref();
  });
  return server;
}
