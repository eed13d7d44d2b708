import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';

/** Body and headers of a refusal. */
export interface RefusalParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Statuses for bytes that are not a request (400), for a request that arrives too slowly (408), and for one with
 * too large headers (431).
 */
export type UnreadableStatus = 400 | 408 | 431;

interface Options {
  /** Returns the headers and the text of a refusal; by itself, Node sends no text. */
  readonly refuse: (status: UnreadableStatus) => RefusalParts;
  readonly timeouts?: Timeouts;
}

/** Time limits, in milliseconds. */
interface Timeouts {
  /** Limit for a request's headers; `request` is the limit for all of a request. */
  readonly headers: number;
  readonly request: number;
  /** Interval at which both are checked. Node's default is half a minute. */
  readonly check: number;
  /** Time without a byte after which a connection is ended. Node's default is no limit. */
  readonly stalled: number;
}

const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 20_000,
  check: 2_000,
  stalled: 60_000,
};

/**
 * Maximum number of requests on a connection: each that is sent without waiting for answers can open a file, or
 * query a database.
 */
const MAX_REQUESTS_PER_CONNECTION = 100;

/** Time for a refused client to read the reason. */
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

/**
 * Creates a server that ends the connections of clients that stall or never finish. It refuses bytes that Node
 * can't read as a request with headers and a text of its own.
 */
export function createHttpServer(
  listener: RequestListener,
  { refuse, timeouts = defaultTimeouts }: Options,
): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
    },
    listener,
  );
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.setTimeout(timeouts.stalled);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const status = statusOf[error.code ?? ''] ?? 400;
    socket.end(refusalText(status, refuse(status)));
    // A client that continues to send would keep the other half of its connection.
    setTimeout(() => socket.destroy(), REFUSED_GRACE_MS).unref();
  });
  return server;
}
