import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/release.ts';
import { machineId, withReleaseLock } from './lock.ts';

const owner = (pid: number, changes: object = {}) =>
  JSON.stringify({
    pid,
    machine: machineId,
    host: hostname(),
    purpose: 'publish mfe-catalog',
    since: '2026-11-21T16:00:00.000Z',
    ...changes,
  });

/** A release folder whose lock number 1 was created by another process. */
async function lockedBy(text: string) {
  const release = await temporaryFolder();
  await writeFiles(release, { '.lock/1/owner.json': text });
  return release;
}

const tryFor = (release: string, timeoutMs: number) =>
  withReleaseLock({ release, purpose: 'rollback mfe-catalog', timeoutMs }, async () => 'done');

function startProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, pid: child.pid ?? 0 };
}

async function killedProcess(): Promise<number> {
  const { child, pid } = startProcess();
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  return pid;
}

test.each([
  ['that want a free lock', temporaryFolder],
  ['that find a dead lock', async () => lockedBy(owner(await killedProcess()))],
])('twelve processes %s hold it one at a time, and all get it', async (_what, open) => {
  const release = await open();
  let inside = 0;
  const work = () =>
    withReleaseLock({ release, purpose: 'test' }, async () => {
      inside += 1;
      expect(inside).toBe(1);
      await wait(5);
      inside -= 1;
      return true;
    });
  expect(await Promise.all(Array.from({ length: 12 }, work))).toHaveLength(12);
});

test('a lock is free again after a failure too', async () => {
  const release = await temporaryFolder();
  const failing = withReleaseLock({ release, purpose: 'test' }, () =>
    Promise.reject(new Error('no')),
  );
  await expect(failing).rejects.toThrow('no');
  expect(await tryFor(release, 0)).toBe('done');
});

test('the message after a timeout says what runs, where, and what to do', async () => {
  const { pid } = startProcess();
  const release = await lockedBy(owner(pid));
  await expect(tryFor(release, 50)).rejects.toThrow(
    new RegExp(
      `is busy: “publish mfe-catalog” runs as process ${pid} on .* Wait until it has ended, or end it`,
    ),
  );
});

test('the lock of a killed process is taken over at once', async () => {
  const release = await lockedBy(owner(await killedProcess()));
  expect(await tryFor(release, 0)).toBe('done');
});

/** Makes the clock of this process run a thousand times faster until the test ends. */
function speedUpTime(): void {
  const now = performance.now.bind(performance);
  const start = now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + (now() - start) * 1000);
}

test.each([
  ['a process on another machine', owner(1, { machine: 'another' })],
  ['a process whose number another one has now', owner(process.pid)],
  ['an owner that can’t be read', '{"pid":'],
])('the lock of %s is taken over when it was long untouched', async (_by, text) => {
  const release = await lockedBy(text);
  await expect(tryFor(release, 50)).rejects.toThrow('is busy');
  speedUpTime();
  expect(await tryFor(release, 1000)).toBe('done');
});

test.each([
  ['behind', -3_600_000],
  ['ahead', 3_600_000],
])('a lock with a heartbeat is held, though the clock of its machine is %s', async (_how, skew) => {
  const release = await lockedBy(owner(1, { machine: 'another' }));
  const heartbeat = setInterval(() => {
    const time = new Date(Date.now() + skew);
    utimes(path.join(release, '.lock/1'), time, time);
  }, 2);
  onTestFinished(() => clearInterval(heartbeat));
  speedUpTime();
  await expect(tryFor(release, 500)).rejects.toThrow('is busy');
});

test('a file that is no lock does not count as one', async () => {
  const release = await temporaryFolder();
  await writeFiles(release, { '.lock/1/free': '' });
  for (const name of ['.DS_Store', 'notes', '9 copy']) {
    await writeFile(path.join(release, '.lock', name), '');
  }
  expect(await tryFor(release, 0)).toBe('done');
  expect(await tryFor(release, 0)).toBe('done');
});

test('a process that was taken for dead fails when it asserts its lock', async () => {
  const release = await temporaryFolder();
  const slow = withReleaseLock({ release, purpose: 'test' }, async (assertHeld) => {
    await assertHeld();
    await writeFiles(release, { '.lock/2/owner.json': owner(process.pid) });
    await assertHeld();
  });
  await expect(slow).rejects.toThrow('another process took over the lock: try again');
});

test('old locks are deleted', async () => {
  const release = await temporaryFolder();
  for (let round = 0; round < 40; round += 1) await tryFor(release, 0);
  expect((await readdir(path.join(release, '.lock'))).length).toBeLessThan(25);
});
