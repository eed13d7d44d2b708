import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { list } from '../commands/list.ts';
import { publish } from '../commands/publish.ts';
import { type Bucket, openBucket } from '../testing/bucket.ts';
import { buildRemote, contextOf, expectTrueHistory, temporaryFolder } from '../testing/release.ts';
import { objectStore } from './object-store/object-store.ts';
import { folderStore } from './store.ts';

/** Number of the write that finds the disk full, from 0; -1 if none does. */
const disk = vi.hoisted(() => ({ fullAt: -1, writes: 0 }));

vi.mock('./files.ts', async (importOriginal) => {
  const files = await importOriginal<typeof import('./files.ts')>();
  const replaceFile: typeof files.replaceFile = async (...args) => {
    disk.writes += 1;
    if (disk.writes - 1 === disk.fullAt)
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    return files.replaceFile(...args);
  };
  return { ...files, replaceFile };
});

const bucket: Bucket = new Map();

test.each([
  ['a release on a disk', folderStore],
  ['the copy of an object store', (folder: string) => objectStore(openBucket(bucket), folder)],
])('a full disk at any write leaves %s whole, and the next command goes on', async (_, open) => {
  const root = await temporaryFolder();
  const release = path.join(root, 'release');
  const store = open(release);
  const build = path.join(root, 'build');
  async function publishNew(code: string): Promise<unknown> {
    await buildRemote(build, { id: 'mfe-a', route: '/a', code });
    await store.refresh();
    disk.writes = 0;
    return publish(contextOf(release, { store }), [{ name: 'mfe-a', folder: build }]);
  }
  await publishNew('first');
  await publishNew('second');
  const writes = disk.writes;
  expect(writes).toBeGreaterThan(2);
  let refused = 0;
  for (let at = 0; at < writes; at += 1) {
    disk.fullAt = at;
    await publishNew(`on a full disk ${at}`).catch(() => {
      refused += 1;
    });
    disk.fullAt = -1;
    await publishNew(`afterwards ${at}`);
    expect((await list(release)).current, `the ${at}th write`).toBe(true);
    await expectTrueHistory(release);
  }
  expect(refused).toBeGreaterThan(0);
});
