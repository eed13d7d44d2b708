import { type LocalServer, listen } from '@patchwork/cli/local-server';

export { type LocalServer, listen };

/** Returns a port on which no program listens now. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listen(() => undefined);
  await stop();
  return port;
}
