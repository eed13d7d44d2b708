import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { root } from '../../scripts/lib/workspace.ts';

const TIMEOUT_MS = 240_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns names for two instances of the unit: their ports, and those of their metrics, are free. */
async function freeInstances(): Promise<string[]> {
  const free: string[] = [];
  for (let port = 4100 + (process.pid % 1000); free.length < 2; port += 1) {
    if ((await isFree(port)) && (await isFree(Number(`1${port}`)))) free.push(String(port));
  }
  return free;
}

/** Returns the command of the unit's instance, its variables, and the lines of a field. */
async function readUnit(name: string) {
  const text = await readFile(path.join(root, 'deploy', name), 'utf8');
  const linesOf = (field: string) =>
    [...text.matchAll(new RegExp(`^${field}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  return {
    linesOf,
    command: (instance: string) => linesOf('ExecStart')[0]?.replaceAll('%i', instance),
  };
}

test(
  'instances of the systemd unit have ports of their own, also for metrics, whatever their common file says',
  async () => {
    const unit = await readUnit('patchwork-api@.service');
    const main = await bundleForTest();
    const instances = await freeInstances();
    for (const instance of instances) {
      const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-unit-'));
      const words = (unit.command(instance) ?? '')
        .replace('/usr/bin/node', process.execPath)
        .replace('/opt/patchwork/api-server/dist/main.mjs', main)
        .split(' ');
      const [program = '', ...args] = words;
      const child = spawn(program, args, {
        env: {
          ...{ PATH: process.env.PATH, PATCHWORK_DATA: folder, LOG_LEVEL: 'error' },
          // From the file, which systemd lets override what the unit says in Environment=.
          ...{ PORT: '4000', METRICS_PORT: '9464' },
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const ended = once(child, 'exit');
      onTestFinished(async () => {
        child.kill('SIGKILL');
        await ended;
        await rm(folder, { recursive: true, force: true });
      });
    }
    for (const instance of instances) {
      const statusOf = (url: string) =>
        fetch(url).then(
          ({ status }) => status,
          () => undefined,
        );
      const ready = () => statusOf(`http://127.0.0.1:${instance}/readyz`);
      await expect.poll(ready, { timeout: TIMEOUT_MS / 2 }).toBe(200);
      expect(await statusOf(`http://127.0.0.1:1${instance}/metrics`)).toBe(200);
    }
  },
  TIMEOUT_MS,
);

test('Prometheus’s file names the metrics of the units that the documents start', async () => {
  const shop = await readUnit('patchwork-shop.service');
  const [, shopPort] = /METRICS_PORT=(\d+)/.exec(shop.linesOf('# Environment').join(' ')) ?? [];
  const text = await readFile(path.join(root, 'deploy/prometheus.yml'), 'utf8');
  const [, targets = ''] = /targets: \[(.*)\]/.exec(text) ?? [];
  expect(targets.match(/[\d.:]+/g)).toEqual([
    `127.0.0.1:${shopPort}`,
    '127.0.0.1:14000',
    '127.0.0.1:14001',
  ]);
});
