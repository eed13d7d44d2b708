import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { freePort } from '../../scripts/lib/local-server.ts';
import type { Random } from './actors.ts';

const READY_TIMEOUT_MS = 120_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < end && !hasEnded(child)) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await wait(50);
  }
  throw new Error(
    `${url} ended before it was ready, or was not ready after ${READY_TIMEOUT_MS} ms`,
  );
}

export type ApiProcess = Awaited<ReturnType<typeof createApiProcess>>;

/**
 * Prepares a process of the API on a free port, by default of this version's bundle. It can be started and killed
 * repeatedly.
 */
export async function createApiProcess(env: NodeJS.ProcessEnv, bundle?: string) {
  const file = bundle ?? (await bundleForTest());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let isReady = false;
  async function end(signal: NodeJS.Signals) {
    const running = child;
    isReady = false;
    if (!running || hasEnded(running)) return running?.exitCode;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
    return running.exitCode;
  }
  return {
    url,
    /** Id of the process that was started last; undefined before the first start. */
    pid: () => child?.pid,
    /** Whether a proxy would send requests to this process. */
    isReady: () => isReady,
    async start() {
      child = spawn(process.execPath, [file], {
        // Without a proxy, there is nothing to wait for.
        env: { ...process.env, DRAIN_SECONDS: '0', ...env, PORT: String(port), LOG_LEVEL: 'error' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(url, child);
      isReady = true;
    },
    /** Kills the process like a power cut, without a clean shutdown. */
    kill: () => end('SIGKILL'),
    /** Asks the process to stop. Resolves to its exit code: null after a kill, undefined before the first start. */
    stop: () => end('SIGTERM'),
  };
}

/**
 * Runs `work` with a process, not started yet, and a new folder. Kills the process and removes the folder afterwards.
 */
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

/** A process with an id, if it runs. */
type Running = Pick<ApiProcess, 'pid'>;

const SAMPLE_INTERVAL_MS = 50;

/** Runs `work`. Resolves to its result, and to the megabytes that it added to a process's memory at most. */
export async function addedMemory<T>(process: Running, work: () => Promise<T>) {
  const before = await memoryOf(process);
  let peak = before;
  let isRunning = true;
  const sampling = (async () => {
    while (isRunning) {
      peak = Math.max(peak, await memoryOf(process));
      await wait(SAMPLE_INTERVAL_MS);
    }
  })();
  const result = await work().finally(() => {
    isRunning = false;
  });
  await sampling;
  return { result, addedMb: peak - before };
}

/** Returns the process's resident memory in megabytes. Linux only. */
async function memoryOf(api: Running): Promise<number> {
  const status = await readFile(`/proc/${api.pid()}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1_000_000;
}

/** Maximum delay of a kill: longer than most requests take, so that a kill may come at any moment of a request. */
const MAX_KILL_DELAY_MS = 20;

/**
 * Kills and restarts random processes until the signal is aborted. Returns the number of kills. Between two kills,
 * waits for a random number of responses up to `pause`, and not for a time: an embedded database takes seconds to open
 * and must respond at least once.
 */
export async function killAtRandom(
  processes: readonly ApiProcess[],
  random: Random,
  countAnswers: () => number,
  pause: number,
  signal: AbortSignal,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const enough = countAnswers() + random.between(2, pause);
    while (countAnswers() < enough) {
      if (signal.aborted) return kills;
      await wait(1);
    }
    await wait(random.between(0, MAX_KILL_DELAY_MS));
    const victim = random.pick(processes);
    await victim.kill();
    await victim.start();
  }
}
