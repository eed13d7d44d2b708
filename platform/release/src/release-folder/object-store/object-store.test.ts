import path from 'node:path';
import { expect, test } from 'vitest';
import { publish } from '../../commands/publish.ts';
import { ReleaseError } from '../../errors.ts';
import { type Bucket, openBucket } from '../../testing/bucket.ts';
import { buildRemote, buildShell, contextOf, temporaryFolder } from '../../testing/release.ts';
import { integrityOf } from '../integrity.ts';
import { objectStore } from './object-store.ts';

/** Publishes the same build to an empty bucket and to one with further objects. Returns both. */
async function publishTwice(name: string, others: (files: readonly string[]) => readonly string[]) {
  const root = await temporaryFolder();
  const folder = path.join(root, name);
  await (name === 'shell' ? buildShell(folder) : buildRemote(folder, { id: name }));
  const publishTo = (bucket: Bucket, copy: string) => {
    const store = objectStore(openBucket(bucket), path.join(root, copy));
    return publish(contextOf(store.folder, { store }), [{ name, folder }]);
  };
  const clean: Bucket = new Map();
  await publishTo(clean, 'first');
  const bucket: Bucket = new Map();
  for (const file of others([...clean.keys()])) {
    const headers = { contentType: undefined, contentEncoding: undefined, cacheControl: '' };
    await openBucket(bucket).write(file, Buffer.from('otherwise compressed'), headers);
  }
  return { clean, bucket, publish: () => publishTo(bucket, 'second') };
}

test('a compressed copy in a version that a killed command has not finished is replaced by the one that release.json states', async () => {
  const { bucket, publish } = await publishTwice('mfe-a', (files) =>
    files.filter((file) => /\.(?:br|gz)$/.test(file)),
  );
  expect(bucket.size).toBeGreaterThan(0);
  await publish();
  const description = [...bucket.keys()].find((file) => file.endsWith('/release.json')) ?? '';
  const { copies } = JSON.parse(String(bucket.get(description)?.content));
  expect(Object.keys(copies).length).toBeGreaterThan(0);
  for (const [file, hash] of Object.entries(copies)) {
    const { content } = bucket.get(path.posix.join(path.dirname(description), file)) ?? {};
    expect(content && integrityOf(content)).toBe(hash);
  }
});

test('a compressed copy that another machine has written meanwhile for all versions of the shell stops a publication', async () => {
  const { bucket, publish } = await publishTwice('shell', (files) =>
    files.filter((file) => /^static\/js.*\.br$/.test(file)),
  );
  expect(bucket.size).toBe(1);
  await expect(publish()).rejects.toThrow(ReleaseError);
  await expect(publish()).resolves.toHaveLength(1);
  const description = [...bucket.keys()].find((file) => file.endsWith('/release.json')) ?? '';
  const { copies } = JSON.parse(String(bucket.get(description)?.content));
  expect(Object.keys(copies)).not.toContain('static/js/index.111.js.br');
});
