import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/local-server.ts';
import { release } from '../release-folder.ts';
import { expect, test } from '../support.ts';

/** Paths of one server on this machine: what a visitor opens, and what is long to send and to receive. */
interface ServerPaths {
  readonly visited: readonly string[];
  readonly long: string;
  readonly posted: string;
}

const REQUESTS_PER_CONNECTION = 30;
const OVERSIZED_BYTES = 1_000_000;

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  // The server ends many of these on purpose.
  socket.on('error', () => undefined);
  return socket;
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())));

const head = (line: string, ...fields: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n');

const get = (port: number, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject).end();
  });

/** Behaviours of clients, one connection each; they resolve when it is closed. */
const habits = {
  async visitor(port: number, { visited }: ServerPaths) {
    for (const path of visited) await get(port, path);
  },
  /** Reads a little of many long answers, then waits, then leaves. */
  async slowReader(port: number, { long }: ServerPaths) {
    const socket = open(port);
    socket.write(head(`GET ${long}`).repeat(REQUESTS_PER_CONNECTION));
    socket.once('data', () => socket.pause());
    await pause(2000);
    socket.destroy();
  },
  async abortedDownload(port: number, { long }: ServerPaths) {
    const socket = open(port);
    socket.write(head(`GET ${long}`).repeat(REQUESTS_PER_CONNECTION));
    socket.once('data', () => socket.destroy());
    await closed(socket);
  },
  async halfRequest(port: number, { posted }: ServerPaths) {
    const socket = open(port);
    socket.write(head(`POST ${posted}`, 'Content-Type: application/json', 'Content-Length: 500'));
    socket.write('{"email":');
    await pause(1000);
    socket.destroy();
  },
  async oversizedBody(port: number, { posted }: ServerPaths) {
    const socket = open(port);
    socket.resume();
    const length = `Content-Length: ${OVERSIZED_BYTES}`;
    socket.write(head(`POST ${posted}`, 'Content-Type: application/json', length));
    socket.end('x'.repeat(OVERSIZED_BYTES));
    await Promise.race([closed(socket), pause(5000)]);
    socket.destroy();
  },
  async oversizedHeaders(port: number, { posted }: ServerPaths) {
    const socket = open(port);
    socket.resume();
    socket.write(head(`GET ${posted}`, `X-Long: ${'x'.repeat(64_000)}`));
    await Promise.race([closed(socket), pause(5000)]);
    socket.destroy();
  },
};

/** Keeps this many clients at a server for a time, half of them visitors. Rejects when a visitor gets no answer. */
async function load(
  port: number,
  paths: ServerPaths,
  { clients, milliseconds }: { readonly clients: number; readonly milliseconds: number },
): Promise<void> {
  const end = Date.now() + milliseconds;
  const { visitor, ...others } = habits;
  const kinds = Object.values(others).flatMap((habit) => [visitor, habit]);
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const behave = kinds[index % kinds.length] ?? visitor;
      while (Date.now() < end) {
        await behave(port, paths);
        // Clients read what they got, each for a different time.
        await pause(Math.max(0, Math.min(1000 + (index % 50) * 200, end - Date.now())));
      }
    }),
  );
}

/*
 * Both servers, each in a process of its own, with visitors, slow readers, aborted downloads, incomplete and
 * oversized requests: 500 clients for ten minutes with `pnpm soak server`, otherwise 40 for some seconds.
 */
const isLong = process.env.SOAK === 'server';
const STEPS = isLong ? Number(process.env.SOAK_MINUTES ?? 10) : 1;
const STEP_MS = isLong ? 60_000 : 2000;
const CLIENTS = isLong ? 500 : 40;

const root = path.resolve(import.meta.dirname, '../..');

function largestScript(): string {
  const folder = path.join(release, 'static/js');
  const size = (name: string) => statSync(path.join(folder, name)).size;
  const [name] = readdirSync(folder)
    .filter((each) => each.endsWith('.js'))
    .sort((one, other) => size(other) - size(one));
  return `/static/js/${name}`;
}

/** Counts the open descriptors and the used memory of a process. Linux only. */
async function measure({ pid }: ChildProcess): Promise<{ descriptors: number; megabytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return {
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    megabytes: Math.round(kilobytes / 1000),
  };
}

const servers: Readonly<Record<string, { readonly program: string; readonly paths: ServerPaths }>> =
  {
    'the shop': {
      program: 'scripts/serve.ts',
      paths: { visited: ['/', '/productlist', '/cart'], long: largestScript(), posted: '/' },
    },
    'the API': {
      program: 'api-server/src/main.ts',
      paths: {
        visited: ['/api/products', '/api/categories', '/readyz'],
        long: '/api/openapi.json',
        posted: '/api/auth/login',
      },
    },
  };

for (const [name, { program, paths }] of Object.entries(servers)) {
  test(`the server of ${name} retains neither descriptors nor memory of past clients`, async ({}, testInfo) => {
    test.skip(process.platform !== 'linux', 'Descriptors are counted in /proc.');
    test.setTimeout(STEPS * STEP_MS + 180_000);
    const port = await freePort();
    const data = await mkdtemp(path.join(tmpdir(), 'patchwork-soak-'));
    const server = spawn(process.execPath, ['--import', 'tsx', program], {
      cwd: root,
      env: { ...process.env, PORT: String(port), PATCHWORK_DATA: data, LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    try {
      const isOpen = () =>
        fetch(`http://127.0.0.1:${port}${paths.visited[0]}`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
      const { descriptors: idle } = await measure(server);
      await load(port, paths, { clients: CLIENTS, milliseconds: STEP_MS });
      const settled = () => measure(server).then(({ descriptors }) => descriptors);
      // Connections that are kept alive end within seconds; the embedded database opens files when it needs them.
      await expect.poll(settled, { timeout: 30_000 }).toBeLessThanOrEqual(idle + 30);
      const before = await measure(server);
      const samples = [before];
      for (let step = 0; step < STEPS; step += 1) {
        const running = load(port, paths, { clients: CLIENTS, milliseconds: STEP_MS });
        await new Promise((resolve) => setTimeout(resolve, STEP_MS / 2));
        samples.push(await measure(server));
        await running;
      }
      await writeFile(testInfo.outputPath('samples.json'), JSON.stringify(samples));
      await expect.poll(settled, { timeout: 30_000 }).toBeLessThanOrEqual(before.descriptors + 2);
      samples.push(await measure(server));
      await writeFile(testInfo.outputPath('samples.json'), JSON.stringify(samples));
      // V8 collects what is no longer used once the server has been idle for some seconds.
      await expect
        .poll(() => measure(server).then(({ megabytes }) => megabytes), { timeout: 30_000 })
        .toBeLessThan(before.megabytes * 1.25 + 20);
    } finally {
      server.kill();
      await rm(data, { recursive: true, force: true });
    }
  });
}
