#!/bin/sh
# s3rver 3.7.1, with @aws-sdk/client-s3 3.1173.0.
#
# A streamed body is stored with its transfer encoding: the chunk's length, the chunk, and a checksum. The conditions of
# a write (If-None-Match: *, If-Match), which Amazon S3 answers with 412, are ignored.
#
# Seen: "hello" is stored as "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:…"; both writes are accepted.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error s3rver@3.7.1 @aws-sdk/client-s3@3.1173.0 > installed
cat > program.mjs <<'END'
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

const Bucket = 'shop';
const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: 'data', configureBuckets: [{ name: Bucket }] });
const { port } = await server.run();
const client = new S3Client({
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  forcePathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
});
const put = (Body, options) => client.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ...options }));
const read = async () => (await client.send(new GetObjectCommand({ Bucket, Key: 'a' }))).Body.transformToString();
await put('one');
const outcome = async (name, options) => {
  const ended = await put('two', options).then(() => 'accepted', (error) => error.name);
  console.log(`${name}: ${ended}`);
};
await outcome('If-None-Match: * of an object that exists', { IfNoneMatch: '*' });
await outcome('If-Match of another content', { IfMatch: '"00000000000000000000000000000000"' });
await put(Readable.from([Buffer.from('hello')]), { ContentLength: 5 });
console.log(JSON.stringify((await read()).replace(/(?<=crc32:).*?(?=\r)/, '…')));
process.exit();
END
cat > expected <<'END'
If-None-Match: * of an object that exists: accepted
If-Match of another content: accepted
"5\r\nhello\r\n0\r\nx-amz-checksum-crc32:…\r\n\r\n"
END
node --no-warnings program.mjs > seen
diff expected seen
echo 'as described'
