import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compileServe } from '../../scripts/lib/compile-serve.ts';
import { freePort } from '../../scripts/lib/local-server.ts';
import { writeRelease } from '../../scripts/lib/testing/write-release.ts';
import { addedMemory, withApiProcess } from './processes.ts';

const CONNECTIONS = 100;
const BYTES_OF_A_CONNECTION = 16_000;
/** Time in milliseconds for which a client does not read its responses. */
const DEAF_MS = 3000;
/** Time in milliseconds after which a client leaves. */
const PATIENCE_MS = 10_000;
/** Maximum memory in MB that the attack may add. */
const MAX_ADDED_MB = 60;

/** Sends as many requests for a path as fit, without waiting for responses. Resolves when the connection is closed. */
async function pipeline(port: number, requested: string): Promise<void> {
  const request = `GET ${requested} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  const reading = setTimeout(() => socket.resume(), DEAF_MS);
  const leaving = setTimeout(() => socket.destroy(), PATIENCE_MS);
  socket.write(request.repeat(Math.ceil(BYTES_OF_A_CONNECTION / request.length)));
  await once(socket, 'close').catch(() => undefined);
  clearTimeout(reading);
  clearTimeout(leaving);
}

interface Target {
  readonly url: string;
  readonly pid: () => number | undefined;
}

async function attack(target: Target, requested: string, report: Report): Promise<void> {
  const port = Number(new URL(target.url).port);
  const clients = () =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => pipeline(port, requested)));
  const { addedMb } = await addedMemory(target, clients);
  const { status } = await fetch(target.url + requested);
  const isHeld = addedMb <= MAX_ADDED_MB && status < 500;
  report(
    `${isHeld ? 'held  ' : 'BROKEN'} ${requested}: ${addedMb.toFixed(0)} MB added at most, then ${status}`,
  );
}

/** Starts a compiled release server, calls `work`, and stops it. */
async function withShopProcess(work: (shop: Target) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-pipelining-'));
  const release = path.join(folder, '.release');
  const [server = ''] = await compileServe(path.join(folder, 'dist'));
  await writeRelease(release);
  await mkdir(path.join(release, 'static'));
  await writeFile(path.join(release, 'static/large.js'), 'x'.repeat(300_000));
  const port = await freePort();
  const env = { ...process.env, RELEASE: release, PORT: String(port) };
  const child = spawn(process.execPath, [server], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  try {
    while (!(await fetch(url).catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode}`);
      await wait(50);
    }
    await work({ url, pid: () => child.pid });
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

type Report = (line: string) => void;

/**
 * Sends 1.6 MB of requests on 100 connections, without reading the responses, to a server of the shop and to one of the
 * API. Reports a line for each path, which begins with 'held' if the memory is within its limit. Linux only.
 */
export async function soakPipelining(report: Report): Promise<void> {
  await withShopProcess(async (shop) => {
    for (const requested of ['/static/large.js', '/', '/nothing.js'])
      await attack(shop, requested, report);
  });
  await withApiProcess({}, async (api) => {
    await api.start();
    for (const requested of ['/api/products', '/healthz']) await attack(api, requested, report);
  });
}
