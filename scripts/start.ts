import { main } from '@patchwork/cli/command';
import { whenStopped } from '@patchwork/cli/processes';
import { parseConfig } from '@patchwork/domain/runtime-config';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { nodeProblem, readPort, serve } from '@patchwork/release';
import { openApi, warnAboutConfig } from './lib/api.ts';
import { readArguments } from './lib/arguments.ts';
import { measuredConfig, openMetricsOfEnvironment } from './lib/metrics.ts';
import { releaseAll } from './lib/publish.ts';
import { defaultConfig, release } from './lib/workspace.ts';

const usage = `pnpm start [--api] [--origin https://shop.example]

Builds the shop, releases it locally and serves it at http://localhost:3000.

  --api   with the API server at the same origin, instead of the mock in the page: orders and addresses
          are kept in .data/, or on the Postgres server of DATABASE_URL
  --origin https://shop.example
          the shop's public address, for crawlers and shared links

PORT chooses another port. Only this machine reaches the shop; HOST=0.0.0.0 opens it to the network.
PATCHWORK_DATA chooses another folder for the data. METRICS_PORT opens GET /metrics for Prometheus on a port
of its own.`;

await main(async () => {
  const options = { api: { type: 'boolean' }, origin: { type: 'string' } } as const;
  const { values } = readArguments(options, usage);
  const port = readPort(process.env.PORT, 3000);
  const host = process.env.HOST || undefined;
  const { origin } = values;
  // Fails before the builds if the port is taken or config.json is invalid, not after them. Reports nothing: there may be
  // no release yet.
  const probe = { release, port, host, origin, checkConfig: parseConfig, report: () => undefined };
  await (await serve(probe)).stop();
  // Fails before the builds if a setting is invalid.
  const metrics = await openMetricsOfEnvironment();
  const api = values.api ? await openApi(metrics) : undefined;
  // Stopped before the server, so that pending API calls finish while their connections are open.
  if (api) whenStopped(api.stop);
  await releaseAll();
  if (api) warnAboutConfig();
  const server = await serve({
    release,
    port,
    host,
    origin,
    defaultConfig: { ...defaultConfig, ...api?.shopConfig, ...(metrics && measuredConfig) },
    checkConfig: parseConfig,
    metrics,
    sample: readSample,
    ...(api && { api: api.read, delegate: api }),
  });
  whenStopped(server.stop);
  const problem = nodeProblem();
  if (problem !== undefined) console.warn(problem);
  console.log(`Patchwork is open at ${server.url}${api ? ', with its API' : ''}`);
}, 0);
