import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that only this machine can reach. */
export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts a server. Port 0 takes any free one. Rejects if the port is taken. */
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
