import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bucket, openBucket } from '../../testing/bucket.ts';
import { temporaryFolder } from '../../testing/release.ts';
import { listFiles, readIfPresent } from '../files.ts';
import { fileNames } from './object-names.ts';
import { objectStore } from './object-store.ts';

const ordinary = [
  ...['registry.json', 'config.json', 'index.html', 'images/red shirt.svg', '_headers.nginx.conf'],
  ...['.history/moves.jsonl', 'static/js/index.1a2b3c.js', 'static/js/index.1a2b3c.js.br'],
  ...['remotes/mfe-a/1.2.0-58abc7c4af/release.json', 'shell/2.0.0-0123456789/index.html'],
  ...[
    'remotes/mfe-a/1.2.0-58abc7c4af/.server/pages.js',
    'static/js/@scope/öl.js',
    'static/a..b.js',
  ],
];

/** Parts of paths that lead elsewhere, that some system can't store, or that collide with others. */
const parts = [
  ...[
    '',
    '.',
    '..',
    '...',
    ' ',
    'a ',
    'a.',
    '~',
    '\\',
    '..\\..',
    'a\\b',
    'C:',
    'c:a',
    'a:b',
    '\\\\host',
  ],
  ...[
    'a\u0000b',
    '\u0000',
    '\n',
    '\u007f',
    '\ud800',
    'x'.repeat(300),
    'é',
    'e\u0301',
    'É',
    '\u2215..',
  ],
  ...[
    'static',
    'STATIC',
    'remotes',
    'shell',
    '.history',
    'mfe-a',
    '1.0.0-aaaaaaaaaa',
    'release.json',
  ],
  ...[
    'registry.json',
    'config.json',
    'Config.json',
    'index.html',
    '.lock',
    '.copy-of',
    '.trusted.json',
  ],
  ...['a', 'A', 'b', 'constructor', '__proto__', '%2e%2e', '..%2f'],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 6 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((all) => all.join('/'));
const keys = fc.array(fc.oneof(hostile, fc.constantFrom(...ordinary)), { maxLength: 25 });

test('every name that a release has is kept', () => {
  expect([...fileNames(ordinary)].sort()).toEqual([...ordinary].sort());
});

test('no name leads out of a folder or to the file of another name, on any system', () => {
  fc.assert(
    fc.property(keys, (all) => {
      const kept = [...fileNames(all)];
      const places = new Set<string>();
      for (const name of kept) {
        expect(all).toContain(name);
        for (const system of [path.posix, path.win32]) {
          const place = system.join('/copy', name);
          expect(system.relative('/copy', place).split(system.sep).join('/')).toBe(name);
        }
        places.add(name.normalize('NFC').toLowerCase());
      }
      expect(places.size).toBe(kept.length);
      for (const place of places) {
        expect([...places].some((other) => other.startsWith(`${place}/`))).toBe(false);
      }
    }),
  );
});

const headers = { contentType: undefined, contentEncoding: undefined, cacheControl: '' };

/** Replaces what is in a bucket. The content of each object is its name. */
async function fill(bucket: Bucket, names: readonly string[]): Promise<void> {
  bucket.clear();
  for (const name of names) await openBucket(bucket).write(name, Buffer.from(name), headers);
  const registry = JSON.stringify({ format: 2, remotes: [], names });
  await openBucket(bucket).write('registry.json', Buffer.from(registry), headers);
}

test('whatever objects are called, a copy has those that can be files, and nothing is written beside it', async () => {
  const root = await temporaryFolder();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(keys, keys, async (first, second) => {
      runs += 1;
      const beside = path.join(root, String(runs), 'caches');
      const folder = path.join(beside, 'copy');
      await mkdir(beside, { recursive: true });
      const bucket: Bucket = new Map();
      const store = objectStore(openBucket(bucket), folder);
      for (const names of [first, second]) {
        await fill(bucket, names);
        await store.refresh();
        const wanted = [...fileNames(bucket.keys())].filter(
          (name) =>
            !/^\.(?!history\/)/.test(name) &&
            // A version whose release.json is missing was not uploaded to its end.
            !(
              /^(?:remotes\/[^/]+|shell)\/[^/]+\//.test(name) &&
              !bucket.has(`${/^(?:remotes\/[^/]+|shell)\/[^/]+/.exec(name)?.[0]}/release.json`)
            ),
        );
        const copied = (await listFiles(folder)).filter((file) => file !== '.copy-of');
        expect(copied.sort()).toEqual([...new Set([...wanted, 'registry.json'])].sort());
        for (const file of copied.filter((each) => each !== 'registry.json')) {
          expect(String(await readIfPresent(path.join(folder, file)))).toBe(file);
        }
        expect(await readdir(beside)).toEqual(['copy']);
        expect(await readdir(path.dirname(beside))).toEqual(['caches']);
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);
