import { openResettableServer } from '@patchwork/api-server/testing';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { serve } from '@patchwork/release';
import { release } from './private-release.ts';

/** Server that answers the API's calls of the shop under test. */
export type Target = 'the mock' | 'the API' | 'the API on Postgres';

interface ServedShop {
  readonly url: string;
  /** Leaves the sample data alone, with this many pieces of what is in stock. The mock starts with each browser. */
  readonly reset: (stock?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Serves the release as `pnpm start` does, or `pnpm start --api`. Undefined: this machine has no Postgres. */
export async function serveShop(target: Target): Promise<ServedShop | undefined> {
  if (target === 'the mock') {
    const server = await serve({ release, port: 0, sample: readSample });
    return { ...server, reset: async () => undefined };
  }
  const api = await openResettableServer(target === 'the API' ? 'embedded' : 'postgres');
  if (!api) return undefined;
  const server = await serve({
    release,
    port: 0,
    defaultConfig: api.shopConfig,
    api: api.read,
    delegate: api,
  });
  return {
    url: server.url,
    reset: api.reset,
    stop: async () => {
      await server.stop();
      await api.stop();
    },
  };
}
