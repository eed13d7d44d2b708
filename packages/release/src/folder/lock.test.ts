import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { withLock } from './lock.ts';
import { machine, startOf } from './process-identity.ts';

const owner = (pid: number, changes: object = {}) =>
  JSON.stringify({
    pid,
    start: startOf(pid),
    machine,
    host: hostname(),
    purpose: 'publish mfe-catalog',
    since: '2026-11-21T16:00:00.000Z',
    ...changes,
  });

/** A release folder whose lock number 1 was made by a process. */
async function lockedBy(text: string) {
  const release = await temporaryFolder();
  await mkdir(path.join(release, '.lock'));
  await writeFile(path.join(release, '.lock/1'), text);
  return release;
}

const tryFor = (release: string, patience: number) =>
  withLock({ release, purpose: 'rollback mfe-catalog', patience }, async () => 'done');

function startProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, pid: child.pid ?? 0 };
}

test('only one at a time is inside, and everyone comes in', async () => {
  const release = await temporaryFolder();
  let inside = 0;
  let most = 0;
  const work = () =>
    withLock({ release, purpose: 'test' }, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await wait(5);
      inside -= 1;
      return true;
    });
  expect(await Promise.all(Array.from({ length: 12 }, work))).toHaveLength(12);
  expect(most).toBe(1);
});

test('a lock is given back after a failure too', async () => {
  const release = await temporaryFolder();
  const failing = withLock({ release, purpose: 'test' }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await tryFor(release, 0)).toBe('done');
});

test('who waits too long learns what runs, where, and what to do', async () => {
  const { pid } = startProcess();
  const release = await lockedBy(owner(pid));
  await expect(tryFor(release, 50)).rejects.toThrow(
    new RegExp(
      `is busy: “publish mfe-catalog” runs as process ${pid} on .* Wait until it has ended, or end it`,
    ),
  );
});

test('the lock of a killed process is taken over at once', async () => {
  const { child, pid } = startProcess();
  const release = await lockedBy(owner(pid));
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  expect(await tryFor(release, 0)).toBe('done');
});

test('another process that got the number of a dead one does not hold its lock', async () => {
  const { pid } = startProcess();
  const release = await lockedBy(owner(pid, { start: '1' }));
  expect(await tryFor(release, 0)).toBe('done');
});

test('a lock whose process died before it signed is free after a moment', async () => {
  const release = await lockedBy('{"pid":');
  await expect(tryFor(release, 50)).rejects.toThrow('is busy');
  const before = new Date(Date.now() - 10_000);
  await utimes(path.join(release, '.lock/1'), before, before);
  expect(await tryFor(release, 0)).toBe('done');
});

test('another machine’s lock holds while it gives signs of life', async () => {
  const release = await lockedBy(owner(1, { machine: 'elsewhere' }));
  await expect(tryFor(release, 50)).rejects.toThrow('is busy');
  const before = new Date(Date.now() - 120_000);
  await utimes(path.join(release, '.lock/1'), before, before);
  expect(await tryFor(release, 0)).toBe('done');
});

test('a file that is no lock does not count as one', async () => {
  const release = await lockedBy('');
  for (const name of ['.DS_Store', 'notes', '9 copy']) {
    await writeFile(path.join(release, '.lock', name), '');
  }
  await writeFile(path.join(release, '.lock/1.free'), '');
  expect(await tryFor(release, 0)).toBe('done');
  expect(await tryFor(release, 0)).toBe('done');
});

/** Lets the clock of this process run a hundred times faster until the test ends. */
function hurryTime(): void {
  const [start, begun] = [Date.now(), performance.now()];
  vi.spyOn(Date, 'now').mockImplementation(() => start + (performance.now() - begun) * 100);
  onTestFinished(() => void vi.restoreAllMocks());
}

test.each([
  ['another machine', owner(1, { machine: 'elsewhere' })],
  ['a process that died before it signed', ''],
])('the lock of %s from the future is free when it has long stayed as it is', async (_by, text) => {
  const release = await lockedBy(text);
  const future = new Date(Date.now() + 3_600_000);
  await utimes(path.join(release, '.lock/1'), future, future);
  hurryTime();
  await expect(tryFor(release, -1)).rejects.toThrow('is busy');
  expect(await tryFor(release, 120_000)).toBe('done');
});

test('a clock that runs ahead elsewhere takes no lock from who gives signs of life', async () => {
  const release = await lockedBy(owner(1, { machine: 'elsewhere' }));
  const beat = setInterval(() => {
    const future = new Date(Date.now() + 3_600_000);
    utimes(path.join(release, '.lock/1'), future, future);
  }, 5);
  onTestFinished(() => clearInterval(beat));
  hurryTime();
  await expect(tryFor(release, 90_000)).rejects.toThrow('is busy');
});

test('who was taken for dead must not go on', async () => {
  const release = await temporaryFolder();
  const slow = withLock({ release, purpose: 'test' }, async (lock) => {
    await lock.assertHeld();
    await writeFile(path.join(release, '.lock/2'), owner(process.pid));
    await lock.assertHeld();
  });
  await expect(slow).rejects.toThrow('another process went ahead: try again');
});

test('old locks are tidied away', async () => {
  const release = await temporaryFolder();
  for (let round = 0; round < 40; round += 1) await tryFor(release, 0);
  expect((await readdir(path.join(release, '.lock'))).length).toBeLessThan(50);
});
