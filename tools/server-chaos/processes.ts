import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import type { Random } from './actors.ts';

const READY_TIMEOUT_MS = 60_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < end && !hasEnded(child)) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await wait(25);
  }
  throw new Error(
    `${url} ended before it was ready, or was not ready after ${READY_TIMEOUT_MS} ms`,
  );
}

export type ApiProcess = Awaited<ReturnType<typeof createApiProcess>>;

/** Returns a process of the bundled API on a free port, which can be started and killed repeatedly. */
export async function createApiProcess(env: NodeJS.ProcessEnv) {
  const file = await bundleForTest();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  async function end(signal: NodeJS.Signals) {
    const running = child;
    if (!running || hasEnded(running)) return running?.exitCode;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
    return running.exitCode;
  }
  return {
    url,
    /** Process id while it runs. */
    pid: () => child?.pid,
    async start() {
      child = spawn(process.execPath, [file], {
        env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: 'error' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(url, child);
    },
    /** Ends it as a power cut would: nothing is finished. */
    kill: () => end('SIGKILL'),
    /** Asks it to end. Returns its exit code. */
    stop: () => end('SIGTERM'),
  };
}

/** Runs the work with a process and a new folder for its data, and ends both with the work. */
export async function withApiProcess<T>(
  env: NodeJS.ProcessEnv,
  work: (api: ApiProcess, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-chaos-'));
  const api = await createApiProcess({ PATCHWORK_DATA: path.join(folder, 'data'), ...env });
  try {
    return await work(api, folder);
  } finally {
    await api.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the megabytes that a process uses now (VmRSS), or has used at most (VmHWM). Linux only. */
export async function memoryOf(api: ApiProcess, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${api.pid()}/status`, 'utf8');
  return (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1_000_000;
}

/**
 * Kills one random process after another and starts it again, until the signal is aborted. Returns the number of kills.
 * Answers are counted between two kills, not time: an embedded database opens in seconds, and must answer something in
 * between.
 */
export async function killAtRandom(
  processes: readonly ApiProcess[],
  random: Random,
  countAnswers: () => number,
  signal: AbortSignal,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const enough = countAnswers() + random.between(2, 400);
    while (countAnswers() < enough) {
      if (signal.aborted) return kills;
      await wait(1);
    }
    const victim = random.pick(processes);
    await victim.kill();
    await victim.start();
  }
}
