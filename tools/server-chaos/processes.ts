import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from './actors.ts';

const READY_TIMEOUT_MS = 60_000;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface ApiProcess {
  readonly url: string;
  /** Process id while it runs. */
  readonly pid: () => number | undefined;
  start: () => Promise<void>;
  /** Ends it as a power cut would: nothing is finished. */
  kill: () => Promise<unknown>;
  /** Asks it to end. Returns its exit code. */
  stop: () => Promise<number | null | undefined>;
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

/** Returns a process of a bundled API on a port, which can be started and killed repeatedly. */
export function createApiProcess(file: string, port: number, env: NodeJS.ProcessEnv): ApiProcess {
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
    pid: () => child?.pid,
    async start() {
      child = spawn(process.execPath, [file], {
        env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: 'error' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(url, child);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Kills one process after another and starts it again, until the signal is aborted. Returns how often. */
export async function killAtRandom(
  processes: readonly ApiProcess[],
  random: Random,
  signal: AbortSignal,
): Promise<number> {
  let kills = 0;
  while (!signal.aborted) {
    await wait(random.between(100, 900), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const victim = random.pick(processes);
    await victim.kill();
    kills += 1;
    await victim.start();
  }
  return kills;
}
