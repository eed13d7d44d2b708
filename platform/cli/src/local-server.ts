import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that `listen` has started. By default, only this machine can reach it. */
export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts an HTTP server. Port 0 takes any free port. Rejects with the system's error if the port is taken. */
export async function listen(
  handler: RequestListener,
  port = 0,
  host = '127.0.0.1',
): Promise<LocalServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://localhost:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
