import type { Server } from 'node:http';

/** A request's headers arrive within this time, all of it within the second one. */
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 120_000;

/** How long nothing may move on a connection. Node's default is no limit. */
const STALLED_TIMEOUT_MS = 60_000;

/** Each request that a client sends without waiting for answers can open a file. */
const MAX_REQUESTS_PER_CONNECTION = 100;

/** Ends the connections of clients that stopped: a reader that takes nothing would keep its file open for ever. */
export function limitConnections(server: Server, stalledMs = STALLED_TIMEOUT_MS): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.setTimeout(stalledMs);
}
