import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/release.ts';
import { withReleaseLock } from './lock.ts';

const tryFor = (release: string, timeoutMs: number) =>
  withReleaseLock({ release, purpose: 'rollback mfe-catalog', timeoutMs }, async () => 'done');

/** Starts a process that holds the lock of a release folder until it is killed. */
async function holdElsewhere(release: string) {
  const program = `
    import { withReleaseLock } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)};
    await withReleaseLock({ release: ${JSON.stringify(release)}, purpose: 'publish mfe-catalog' }, () => {
      console.log('held');
      return new Promise((resolve) => setInterval(resolve, 60_000));
    });`;
  const node = ['--import', 'tsx', '--input-type=module', '-e', program];
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: Awaited<ReturnType<typeof holdElsewhere>>): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** A release folder whose lock a killed process had. */
async function deadLock(): Promise<string> {
  const release = await temporaryFolder();
  await kill(await holdElsewhere(release));
  return release;
}

test.each([
  ['that want a free lock', temporaryFolder],
  ['that find a dead lock', deadLock],
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
  const release = await temporaryFolder();
  const { pid } = await holdElsewhere(release);
  await expect(tryFor(release, 50)).rejects.toThrow(
    new RegExp(
      `is busy: “publish mfe-catalog” runs as process ${pid} on .* Wait until it has ended, or end it`,
    ),
  );
});

test('the lock of a killed process is taken over at once', async () => {
  expect(await tryFor(await deadLock(), 0)).toBe('done');
});

test('a process that waits gets the lock when its holder is killed', async () => {
  const release = await temporaryFolder();
  const holder = await holdElsewhere(release);
  const waiting = tryFor(release, 60_000);
  expect(await Promise.race([waiting, wait(200, 'still waiting')])).toBe('still waiting');
  await kill(holder);
  expect(await waiting).toBe('done');
});

test('a folder on a file system without locks is refused, and the message says what to do', async () => {
  const library = createRequire(import.meta.url)('fs-native-extensions');
  vi.spyOn(library, 'tryLock').mockImplementation(() => {
    throw Object.assign(new Error('no locks available'), { code: 'ENOLCK' });
  });
  await expect(tryFor(await temporaryFolder(), 0)).rejects.toThrow(
    /can’t be locked \(ENOLCK\): use a folder on a local disk or, from several machines, an object store$/,
  );
});
