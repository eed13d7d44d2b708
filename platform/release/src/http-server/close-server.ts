import type { Server } from 'node:http';

const CLOSE_INTERVAL_MS = 50;

/** Longer than an iteration of the event loop in which nothing happens. */
const QUIET_ITERATION_MS = 0.1;

/** Time after which a server closes although its event loop never rests. */
const QUIET_TIMEOUT_MS = 1_000;

/**
 * Resolves in an iteration of the event loop that found no connection waiting to be accepted, and ended at once. Node
 * accepts one connection in an iteration; the system resets those that wait when the server closes, even if their
 * request has arrived.
 */
async function untilQuiet(server: Server): Promise<void> {
  const deadline = performance.now() + QUIET_TIMEOUT_MS;
  let hasAccepted = false;
  const accept = () => {
    hasAccepted = true;
  };
  server.on('connection', accept);
  // The iteration in which this is called may end without looking for connections once more.
  await new Promise((resolve) => setImmediate(resolve));
  for (;;) {
    hasAccepted = false;
    const start = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    if ((!hasAccepted && now - start < QUIET_ITERATION_MS) || now > deadline) break;
  }
  server.off('connection', accept);
}

/**
 * Stops accepting connections, and closes each open one after its response. Resolves when all are closed. A proxy loses
 * no request if it has not kept an idle connection until now.
 */
export async function closeServer(server: Server): Promise<void> {
  await untilQuiet(server);
  const closed = new Promise((resolve) => server.close(resolve));
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_INTERVAL_MS);
  await closed;
  clearInterval(closing);
}
