import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';

/** A server on this machine. */
export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Listens at any free port, or where the options say. Rejects when it can’t. */
export async function listen(
  handler: RequestListener,
  options: ListenOptions = { port: 0 },
): Promise<LocalServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port on which no program listens now. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listen(() => undefined);
  await stop();
  return port;
}
