import { main } from '@patchwork/cli/command';
import { whenStopped } from '@patchwork/cli/processes';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { ReleaseError, readPort, serve } from '@patchwork/release';
import { readArguments } from './lib/arguments.ts';
import { measuredConfig, openMetricsOfEnvironment } from './lib/metrics.ts';
import { release } from './lib/workspace.ts';

const usage = `pnpm serve, or node scripts/dist/serve.mjs where “pnpm build” has compiled it

Serves the release folder as it is at http://localhost:3000, and builds nothing. For a shop whose API runs
in processes of its own, behind one proxy: docs/deployment.md.

The environment:
  PORT, HOST   where to listen (3000, this machine alone; HOST=0.0.0.0 opens it to the network)
  RELEASE      the release folder (.release)
  SHOP_ORIGIN  the shop's public address, https://shop.example: in canonical links and the sitemap
  API_URL      where this process reaches the API, http://api:4000: pages then say in their head what it
               knows of a product, and a release without a config.json uses the API of its own origin.
               Left out, such a release runs on the mock: pages say what its sample products are
  METRICS_PORT a port for GET /metrics, which Prometheus scrapes. Pages of a release without a config.json
               then report their errors, which are counted. Left out, nothing is measured
  METRICS_HOST where to listen for it (this machine alone)`;

function readApiUrl(text: string | undefined): URL | undefined {
  if (!text) return undefined;
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new ReleaseError(`API_URL is "${text}": write it as http://api:4000`);
}

await main(async () => {
  readArguments({}, usage);
  const { PORT, HOST, RELEASE, SHOP_ORIGIN, API_URL } = process.env;
  const apiUrl = readApiUrl(API_URL);
  const metrics = await openMetricsOfEnvironment();
  const server = await serve({
    release: RELEASE || release,
    port: readPort(PORT, 3000),
    host: HOST || undefined,
    defaultConfig: {
      ...(apiUrl && { apiBaseUrl: '/', catalogue: { query: true } }),
      ...(metrics && measuredConfig),
    },
    metrics,
    origin: SHOP_ORIGIN || undefined,
    sample: readSample,
    api: apiUrl && ((path) => fetch(new URL(path, apiUrl))),
  });
  whenStopped(server.stop);
  console.log(`The shop is served at ${server.url}`);
}, 0);
