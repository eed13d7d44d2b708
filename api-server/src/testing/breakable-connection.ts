import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

export type BreakableConnection = Awaited<ReturnType<typeof openBreakableConnection>>;

/** Opens a proxy to a Postgres server. Its connections can be cut, as if the server restarted. */
export async function openBreakableConnection(target: string) {
  const { host, port: targetPort } = new pg.Client({ connectionString: target });
  const options = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${targetPort}` }
    : { host, port: targetPort };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(options);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const listenOn = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listenOn(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    /** Closes all connections and refuses new ones. */
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: () => listenOn(port),
  };
}
