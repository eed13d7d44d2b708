import type { Server } from 'node:http';

/** A request's headers arrive within this time, all of it within the second one. */
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 120_000;

/** How long nothing may move on a connection. Node's default is no limit. */
const STALLED_TIMEOUT_MS = 60_000;

/** Ends the connections of clients that stopped: a reader that takes nothing would keep its file open for ever. */
export function limitConnections(server: Server, stalledMs = STALLED_TIMEOUT_MS): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.setTimeout(stalledMs);
}
