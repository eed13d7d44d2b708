import { main } from '@patchwork/cli/command';
import { whenStopped } from '@patchwork/cli/processes';
import { openStore, readTrust } from '@patchwork/cli/s3';
import { parseConfig } from '@patchwork/domain/runtime-config';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { nodeProblem, ReleaseError, readPort, serve } from '@patchwork/release';
import { readArguments } from './lib/arguments.ts';
import {
  measuredConfig,
  openMetricsOfEnvironment,
  openVisitsOfEnvironment,
} from './lib/metrics.ts';
import { release } from './lib/workspace.ts';

const usage = `pnpm serve, or node scripts/dist/serve.mjs where “pnpm build” has compiled it

Serves the release folder as it is at http://localhost:3000, and builds nothing. For a shop whose API runs
in processes of its own, behind one proxy: docs/deployment.md.

  --from s3://bucket/prefix   instead: copies an object store, and serves each new state of it
  --trust ed25519:…           accepts only releases signed with the shop's key (several: separated by commas)

The environment:
  PORT, HOST   where to listen (3000, this machine only; HOST=0.0.0.0 opens it to the network)
  RELEASE      the release folder (.release)
  SHOP_ORIGIN  the shop's public address, https://shop.example, for canonical links and the sitemap
  API_URL      where this process reaches the API, http://api:4000. Pages then contain the data of their
               products, and a release without a config.json uses the API at its own origin.
               Without it, such a release runs on the mock, with its sample products
  METRICS_PORT a port for GET /metrics, which Prometheus scrapes. Pages of a release without a config.json
               then report their errors, which are counted. Without it, nothing is measured
  METRICS_HOST where to listen for it (this machine only)
  VISITS_DATABASE_URL
               postgres://user:password@host:5432/name, a database for the counts of visits, which several
               servers may share. Without it, they are kept in memory
  TRUST_PROXY  number of your own proxies in front of the server, for the addresses of reports (0)`;

function readApiUrl(text: string | undefined): URL | undefined {
  if (!text) return undefined;
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new ReleaseError(`API_URL is "${text}": write it as http://api:4000`);
}

function readProxies(text = '0'): number {
  if (/^\d?$/.test(text)) return Number(text);
  throw new ReleaseError(
    `TRUST_PROXY is "${text}": write the number of your own proxies in front of it, 0 to 9`,
  );
}

await main(async () => {
  const { from, trust: keys } = readArguments(
    { from: { type: 'string' }, trust: { type: 'string' } },
    usage,
  ).values;
  const { PORT, HOST, RELEASE, SHOP_ORIGIN, API_URL, TRUST_PROXY } = process.env;
  const apiUrl = readApiUrl(API_URL);
  const trust = readTrust(keys);
  const store =
    from === undefined && trust.length === 0
      ? undefined
      : await openStore(from ?? (RELEASE || release), 'serve', trust);
  const visits = await openVisitsOfEnvironment();
  const metrics = await openMetricsOfEnvironment();
  const server = await serve({
    release: store?.folder ?? (RELEASE || release),
    store,
    port: readPort(PORT, 3000),
    host: HOST || undefined,
    defaultConfig: {
      ...(apiUrl && { apiBaseUrl: '/', catalogue: { query: true } }),
      ...(metrics && measuredConfig),
    },
    checkConfig: parseConfig,
    metrics,
    visits,
    proxies: readProxies(TRUST_PROXY),
    origin: SHOP_ORIGIN || undefined,
    sample: readSample,
    api: apiUrl && ((path) => fetch(new URL(path, apiUrl))),
  });
  whenStopped(server.stop);
  if (visits) whenStopped(visits.stop);
  const problem = nodeProblem();
  if (problem !== undefined) console.warn(problem);
  console.log(`The shop is served at ${server.url}`);
}, 0);
