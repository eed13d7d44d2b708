import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openApi } from './api.ts';

/**
 * Opens the API server at a free port, to which the shell's development server passes the API's calls:
 * packages/build reads where it is from the environment. Returns what stops it.
 */
export async function provideDevelopmentApi(): Promise<() => Promise<void>> {
  const api = await openApi();
  const server = createServer(api.listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  process.env.PATCHWORK_DEV_API = JSON.stringify({
    url: `http://127.0.0.1:${port}`,
    shopConfig: api.shopConfig,
  });
  return async () => {
    await api.stop();
    server.close();
    server.closeAllConnections();
  };
}
