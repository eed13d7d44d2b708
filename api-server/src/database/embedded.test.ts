import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SettingsError } from '../settings.ts';
import { snapshotFile } from '../testing/snapshot.ts';
import { type Database, databaseFailure } from './database.ts';
import { lockFolder, openEmbedded, openInMemory } from './embedded.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const modeOf = async (file: string) => ((await stat(file)).mode & 0o7777).toString(8);

test('no other user has access to the data folder, even if it existed before', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o755);
  // The folder is made private before the database is created, so this test needs none.
  onTestFinished(lockFolder(folder));
  await expect(openEmbedded(folder)).rejects.toThrow('in use');
  expect(await modeOf(folder)).toBe('700');
});

test('a data folder that all users share is left unchanged and refused', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o1777);
  await expect(openEmbedded(folder)).rejects.toThrow(SettingsError);
  expect(await modeOf(folder)).toBe('1777');
});

/** Command that runs a program in its own PID namespace, like a container. Needs root. */
const inContainer = ['unshare', '--pid', '--fork', '--kill-child'];
const hasContainers =
  process.platform === 'linux' && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

/** Starts a process that locks the folder until it is killed. `said` is whether it got the lock, and its process id. */
async function lockElsewhere(folder: string, prefix: readonly string[] = []) {
  const library = JSON.stringify(createRequire(import.meta.url).resolve('fs-native-extensions'));
  const file = JSON.stringify(path.join(folder, 'lock'));
  const program = `
    const isGranted = require(${library}).tryLock(require('node:fs').openSync(${file}, 'a'));
    process.stdout.write(isGranted + ' ' + process.pid);
    setInterval(() => undefined, 1000);`;
  const [command = '', ...args] = [...prefix, process.execPath, '-e', program];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: String(await once(child.stdout, 'data')) };
}

test('a folder that another running process uses is refused with a message that says what to do', async () => {
  const folder = await makeFolder();
  const { child, said } = await lockElsewhere(folder);
  expect(said).toBe(`true ${child.pid}`);
  expect(() => lockFolder(folder)).toThrow(SettingsError);
  expect(() => lockFolder(folder)).toThrow(
    /in use by another process: .*PATCHWORK_DATA.*DATABASE_URL/,
  );
});

test.skipIf(!hasContainers)(
  'only one of two containers, whose processes have the same id, gets the folder',
  async () => {
    const folder = await makeFolder();
    expect((await lockElsewhere(folder, inContainer)).said).toBe('true 1');
    expect((await lockElsewhere(folder, inContainer)).said).toBe('false 1');
    expect(() => lockFolder(folder)).toThrow(SettingsError);
  },
);

test('a folder is available as soon as the process that used it is killed', async () => {
  const folder = await makeFolder();
  const { child } = await lockElsewhere(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockFolder(folder)();
});

test('a process can’t open a folder twice without releasing it', async () => {
  const folder = await makeFolder();
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(SettingsError);
  unlock();
  lockFolder(folder)();
});

test('a folder of another major version of Postgres is left unchanged, and the message names both and the commands', async () => {
  for (const version of ['17', '19']) {
    const folder = await makeFolder();
    const file = path.join(folder, 'database', 'PG_VERSION');
    await mkdir(path.dirname(file));
    await writeFile(file, `${version}\n`);
    const opened = openEmbedded(folder);
    await expect(opened).rejects.toThrow(SettingsError);
    await expect(opened).rejects.toThrow(
      new RegExp(
        `${folder} was written by Postgres ${version}, .* Postgres 18\\. .*pnpm api dump .*pnpm api restore`,
      ),
    );
    expect(await readFile(file, 'utf8')).toBe(`${version}\n`);
    lockFolder(folder)();
  }
});

/** Returns the value of a setting as text: '0' for no limit. */
async function show(db: Database, setting: string): Promise<string> {
  const result = await db.execute(sql.raw(`show ${setting}`));
  return String(Object.values((result as unknown as { rows: object[] }).rows[0] ?? {})[0]);
}

/** Lets the fake clock run for eleven seconds after the transaction has begun. */
async function passTime(): Promise<void> {
  for (let second = 0; second < 22; second += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(second < 11 ? 0 : 1000);
  }
}

describe('an open database', () => {
  let db: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ db, close } = await openInMemory(snapshotFile));
  });
  afterAll(() => close());

  test('the version that the message compares with is that of PGlite', async () => {
    expect(await show(db, 'server_version')).toMatch(/^18\./);
  });

  test('no statement or transaction has a time limit of Postgres, which PGlite would ignore or stop at for ever', async () => {
    const limits = ['statement_timeout', 'transaction_timeout'];
    const sessionLimits = ['idle_in_transaction_session_timeout', 'idle_session_timeout'];
    for (const limit of [...limits, ...sessionLimits]) expect(await show(db, limit)).toBe('0');
  });

  test('a transaction that sends no statement for ten seconds is rolled back, and the others go on', async () => {
    const insert = sql`insert into secrets values ('a', 'b')`;
    // Only the clock of the limit, because PGlite needs its own timers.
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    const hanging = db.transaction(async (tx) => {
      await tx.execute(insert);
      await new Promise<never>(() => undefined);
    });
    const waiting = db.execute(sql`select * from secrets`);
    const [ended] = await Promise.allSettled([hanging, passTime()]);
    expect(databaseFailure(Reflect.get(ended, 'reason'))).toBe('busy');
    expect(await waiting).toMatchObject({ rows: [] });
    await db.transaction((tx) => tx.execute(insert));
  });

  test('a long transaction that keeps sending statements is not ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    await db.transaction(async (tx) => {
      for (let part = 0; part < 4; part += 1) {
        await tx.execute(sql`select 1`);
        await vi.advanceTimersByTimeAsync(5_000);
      }
    });
  });
});
