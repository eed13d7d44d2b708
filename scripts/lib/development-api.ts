import { openApi } from './api.ts';
import { listen } from './local-server.ts';

/**
 * Opens the API server at a free port, to which the shell's development server passes the API's calls:
 * packages/build reads where it is from the environment. Returns what stops it.
 */
export async function provideDevelopmentApi(): Promise<() => Promise<void>> {
  const api = await openApi();
  const { port, stop } = await listen(api.listener);
  process.env.PATCHWORK_DEV_API = JSON.stringify({
    url: `http://127.0.0.1:${port}`,
    shopConfig: api.shopConfig,
  });
  return async () => {
    await api.stop();
    await stop();
  };
}
