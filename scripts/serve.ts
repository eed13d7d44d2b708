import { variablesHelp } from '@patchwork/api-server/variables-help';
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
import { serveVariables } from './lib/serve-variables.ts';
import { release } from './lib/workspace.ts';

const usage = `pnpm serve, or node scripts/dist/serve.mjs where “pnpm build” has compiled it

Serves the release folder as it is at http://localhost:3000, and builds nothing. For a shop whose API runs
in processes of its own, behind one proxy: docs/operations.md.

  --from s3://bucket/prefix   instead: copies an object store, and serves each new state of it
  --trust ed25519:…           accepts only releases signed with the shop's key (several: separated by commas)
  --accept                    takes uploads of teams at SHOP_ORIGIN, and runs the gate: docs/releases.md, Uploads.
                              Needs the workspace with its packages
  --key <file>                with --accept: the key that signs their moves in a signed release (or PATCHWORK_KEY)
  --purge <url>               with --accept: address of a hook that purges the changed documents from a CDN

The environment:
${variablesHelp(serveVariables)}`;

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

/** Loads what accepts uploads. The compiled server lacks it, as it has neither a compiler nor a browser. */
async function loadUploads() {
  try {
    return await import('./lib/uploads.ts');
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ReleaseError(
      '--accept runs the gate, which needs the workspace with its packages: run “pnpm serve --accept” there',
    );
  }
}

await main(async () => {
  const {
    from,
    trust: keys,
    accept,
    key,
    purge,
  } = readArguments(
    {
      from: { type: 'string' },
      trust: { type: 'string' },
      accept: { type: 'boolean' },
      key: { type: 'string' },
      purge: { type: 'string' },
    },
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
  const delegate = accept
    ? await (await loadUploads()).openUploads({
        ...{ address: from ?? (RELEASE || release), trust, key, purge, visits: metrics?.url },
        ...{ origin: SHOP_ORIGIN, proxies: readProxies(TRUST_PROXY) },
      })
    : undefined;
  const server = await serve({
    ...(delegate && { delegate }),
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
