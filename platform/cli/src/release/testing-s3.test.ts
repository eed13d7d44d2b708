import { Readable } from 'node:stream';
import { S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { startS3 } from './testing-s3.ts';

const Bucket = 'shop';

async function openBucket() {
  const { url, objects } = await startS3();
  const client = new S3({ endpoint: url, forcePathStyle: true, region: 'us-east-1' });
  const put = (Key: string, Body: string | Readable, options = {}) =>
    client.putObject({ Bucket, Key, Body, ...options });
  return { client, objects, put };
}

/** Returns the name and status with which a call fails. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => `${error.$metadata.httpStatusCode} ${error.name}`,
  );

test('the double of S3 keeps an object with its headers until it is deleted', async () => {
  const { client, put } = await openBucket();
  const { ETag } = await put('a b/ü&', 'one', {
    ...{ ContentType: 'text/plain', ContentEncoding: 'br', CacheControl: 'no-cache' },
    Metadata: { from: 'test' },
  });
  const answer = await client.getObject({ Bucket, Key: 'a b/ü&' });
  expect(await answer.Body?.transformToString()).toBe('one');
  expect(await client.headObject({ Bucket, Key: 'a b/ü&' })).toMatchObject({
    ...{ ETag, ContentLength: 3, ContentType: 'text/plain', ContentEncoding: 'br' },
    ...{ CacheControl: 'no-cache', Metadata: { from: 'test' } },
  });
  await client.deleteObject({ Bucket, Key: 'a b/ü&' });
  await client.deleteObject({ Bucket, Key: 'a b/ü&' });
  expect(await failureOf(client.getObject({ Bucket, Key: 'a b/ü&' }))).toBe('404 NoSuchKey');
  expect(await failureOf(client.headObject({ Bucket, Key: 'a b/ü&' }))).toBe('404 NotFound');
});

test('the double of S3 stores a stream without its transfer encoding, and verifies its checksum', async () => {
  const { client, objects, put } = await openBucket();
  const parts = ['hello ', 'x'.repeat(100_000), ' world'];
  const stream = () => Readable.from(parts.map((part) => Buffer.from(part)));
  for (const ChecksumAlgorithm of ['CRC32', 'SHA256']) {
    await put('streamed', stream(), { ContentLength: parts.join('').length, ChecksumAlgorithm });
    expect(objects.get('streamed')?.content.toString()).toBe(parts.join(''));
    expect(objects.get('streamed')?.headers['content-encoding']).toBeUndefined();
    objects.clear();
  }
  const wrong = { ChecksumCRC32: 'AAAAAA==' };
  expect(await failureOf(put('wrong', 'text', wrong))).toBe('400 BadDigest');
  expect([...objects.keys()]).toEqual([]);
  expect(await failureOf(client.getObject({ Bucket, Key: 'wrong' }))).toBe('404 NoSuchKey');
});

test('the double of S3 writes and reads only where the condition holds', async () => {
  const { client, put } = await openBucket();
  const other = '"00000000000000000000000000000000"';
  const get = (options: object) => client.getObject({ Bucket, Key: 'a', ...options });
  expect(await failureOf(put('a', 'one', { IfMatch: other }))).toBe('404 NoSuchKey');
  const { ETag = '' } = await put('a', 'one', { IfNoneMatch: '*' });
  expect(await failureOf(put('a', 'two', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
  expect(await failureOf(put('a', 'two', { IfMatch: other }))).toBe('412 PreconditionFailed');
  expect(await failureOf(get({ IfMatch: other }))).toBe('412 PreconditionFailed');
  expect(await failureOf(get({ IfNoneMatch: ETag }))).toMatch(/^304 /);
  await put('a', 'two', { IfMatch: ETag });
  expect(await (await get({ IfNoneMatch: ETag })).Body?.transformToString()).toBe('two');
});

test('of two conditional writes at the same time, the double of S3 accepts one', async () => {
  const { put } = await openBucket();
  const writes = ['one', 'two'].map((text) => failureOf(put('a', text, { IfNoneMatch: '*' })));
  expect((await Promise.all(writes)).sort()).toEqual([
    expect.stringMatching(/^4(?:09 ConditionalRequestConflict|12 PreconditionFailed)$/),
    'accepted',
  ]);
});

test('the double of S3 lists keys in pages, ordered by their bytes', async () => {
  const { client, objects, put } = await openBucket();
  const keys = ['live/ü', 'live/a&b', 'live/Z', 'live/z/"1"', 'other'];
  for (const key of keys) await put(key, key);
  const listed = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.listObjectsV2({
      ...{ Bucket, Prefix: 'live/', MaxKeys: 3, ContinuationToken },
    });
    listed.push(...(page.Contents ?? []));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(listed.map(({ Key }) => Key)).toEqual(['live/Z', 'live/a&b', 'live/z/"1"', 'live/ü']);
  expect(listed[3]).toMatchObject({ Size: 7, ETag: objects.get('live/ü')?.tag });
  expect(await failureOf(client.listObjectsV2({ Bucket: 'none' }))).toBe('404 NoSuchBucket');
});

test('the double of S3 refuses what it does not implement', async () => {
  const { client, put } = await openBucket();
  await put('a', 'one');
  const range = client.getObject({ Bucket, Key: 'a', Range: 'bytes=0-1' });
  expect(await failureOf(range)).toBe('501 NotImplemented');
  const folders = client.listObjectsV2({ Bucket, Delimiter: '/' });
  expect(await failureOf(folders)).toBe('501 NotImplemented');
  const parts = client.createMultipartUpload({ Bucket, Key: 'a' });
  expect(await failureOf(parts)).toBe('501 NotImplemented');
}, 20_000);
