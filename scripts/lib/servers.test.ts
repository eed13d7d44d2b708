import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundleApi } from '@patchwork/api-server/bundle';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { compileServe } from './compile-serve.ts';
import { freePort } from './local-server.ts';
import { writeRelease } from './testing/write-release.ts';
import { root } from './workspace.ts';

const TIMEOUT_MS = 120_000;

/** Folder like in the final image: outside of the workspace, so nothing resolves to its node_modules. */
let folder = '';
let api = '';
let serve = '';

/** Copies an installed package with its dependencies beside it, as `pnpm deploy --prod` does. */
async function copyPackage(name: string, from: string, to: string): Promise<void> {
  const target = path.join(to, name);
  if (existsSync(target) || !existsSync(path.join(from, name))) return;
  const installed = await realpath(path.join(from, name));
  await cp(installed, target, { recursive: true });
  const beside = installed.slice(0, -name.length);
  for (const needed of await dependenciesOf(target)) await copyPackage(needed, beside, to);
}

async function dependenciesOf(packageFolder: string): Promise<string[]> {
  const text = await readFile(path.join(packageFolder, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies } = JSON.parse(text);
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-compiled-'));
  api = path.join(folder, 'api-server/dist/main.mjs');
  serve = path.join(folder, 'scripts/dist/serve.mjs');
  await bundleApi(api);
  await compileServe(path.dirname(serve));
  const source = path.join(root, 'api-server');
  await cp(path.join(source, 'drizzle'), path.join(folder, 'api-server/drizzle'), {
    recursive: true,
  });
  for (const name of await dependenciesOf(source)) {
    await copyPackage(
      name,
      path.join(source, 'node_modules'),
      path.join(folder, 'api-server/node_modules'),
    );
  }
  await writeRelease(path.join(folder, '.release'));
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

const production = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PAYMENT: 'simulator',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'error',
};

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await wait(50);
  }
  throw new Error(`The process behind ${url} ended with ${child.exitCode}`);
}

/** Starts a compiled server on a free port. Returns its address, and functions to scrape and stop it. */
async function start(file: string, ready: string, env: NodeJS.ProcessEnv = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...production, ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(url + ready, child);
  const ended = once(child, 'exit');
  return {
    url,
    scrape: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

/** Runs a command of the compiled API server. Returns its output. */
const run = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [api, ...args], { cwd: folder, env: production }))
    .stdout;

test(
  'the compiled servers and commands need only the packages that are installed beside the API server',
  async () => {
    const apiServer = await start(api, '/readyz');
    const { products } = await (await fetch(`${apiServer.url}/api/products`)).json();
    const [{ _id: id, title }] = products;
    const product = await fetch(`${apiServer.url}/api/products/${id}`);
    expect([product.status, (await product.json()).product.title]).toEqual([200, title]);

    const account = {
      name: 'Asha Rao',
      email: 'asha@shop.example',
      password: 'nine stitches in time',
    };
    const signup = await fetch(`${apiServer.url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    expect(signup.status).toBe(201);

    const shop = await start(serve, '/', { API_URL: apiServer.url });
    // A page does not wait long for the API: on a busy machine the first one comes without the product.
    await vi.waitFor(
      async () => {
        const page = await fetch(`${shop.url}/productlist/${id}`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain(`<title>${title}`);
      },
      { timeout: TIMEOUT_MS / 2, interval: 500 },
    );

    const requests = (labels: string) => `patchwork_requests_total{${labels},status="200"}`;
    expect(await apiServer.scrape()).toContain(requests('server="api",route="listProducts"'));
    expect(await shop.scrape()).toContain(requests('server="shop",route="page"'));
    for (const { url } of [apiServer, shop])
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await shop.stop()).toBe(0);
    expect(await apiServer.stop()).toBe(0);

    expect(await run('--help')).toMatch(/^Usage: node api-server\/dist\/main\.mjs \[/);
    const file = path.join(folder, 'catalogue.csv');
    expect(await run('export', file)).toContain('14 products written');
    expect(await run('import', file, '--dry-run')).toContain('14 changed');
  },
  TIMEOUT_MS,
);
