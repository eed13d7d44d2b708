import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { downloadSize, MIN_COMPRESSED_BYTES } from './compression.ts';
import { readIfPresent } from './files.ts';
import type { Source } from './integrity.ts';

/**
 * File extension of deltas for Compression Dictionary Transport (RFC 9842): when a browser requests a script, it names
 * an earlier version that it has cached, and `serve` answers with the difference. Publishing a version writes the
 * difference to `<script>.<hash>.dcz`; the hash is the earlier version's SHA-256 in hexadecimal.
 */
const deltaEnding = (hash: string): string => `.${hash}.dcz`;

/** URL pattern wildcard for the parts of an address that change with each version. */
const ANY = '*';

/** Replaces a script's content hash with a wildcard, so that all versions of a chunk have the same name. */
const withoutHash = (file: string): string => file.replace(/\.[0-9a-f]{8,}(?=\.js$)/, `.${ANY}`);

/** Matches script addresses without special characters of URL patterns. */
const plainScript = /^\/(?:static|remotes\/[\w.-]+)\/[\w./@-]+\.js$/;

/**
 * Returns the URL pattern for all versions of a published script: each can be a dictionary for the others. Undefined
 * for other files.
 */
export function dictionaryPattern(pathname: string): string | undefined {
  if (!plainScript.test(pathname)) return undefined;
  return withoutHash(pathname.replace(/^(\/remotes\/[^/]+)\/[^/]+/, `$1/${ANY}`));
}

/**
 * Returns the file extension of the delta for an `Available-Dictionary` header; undefined if the header is absent or
 * invalid.
 */
export function deltaFor(available: unknown): string | undefined {
  const [, hash] = /^:([\w+/]{43}=):$/.exec(String(available)) ?? [];
  return hash && deltaEnding(Buffer.from(hash, 'base64').toString('hex'));
}

/** Header of a skippable zstd frame. The frame's content, the dictionary's hash, follows. */
const FRAME_START = Buffer.from('5e2a4d1820000000', 'hex');
const HIGHEST_USUAL_LEVEL = 19;
/** Maximum size of a delta, as a share of the brotli copy's size. A larger delta saves too little. */
const MAX_SHARE = 0.9;

type Write = (file: string, content: Uint8Array) => Promise<void>;

type Zstd = typeof import('@bokuweb/zstd-wasm');

let started: Promise<Zstd> | undefined;

/**
 * Loads the compressor once: a second `init` would replace its memory while it is in use. Node's own zstd is not used,
 * because it accepts dictionaries only since Node 24.6.
 */
function loadZstd(): Promise<Zstd> {
  async function load() {
    // Some TypeScript loaders don't find the named exports of a CommonJS module.
    const zstd: Zstd = createRequire(import.meta.url)('@bokuweb/zstd-wasm');
    await zstd.init();
    return zstd;
  }
  started ??= load();
  return started;
}

/**
 * Writes deltas of those `files` in a folder that are scripts: one from each script in `earlier` that has the same name
 * apart from the hash. Leaves out a delta if the script is too small, the earlier one is missing, or too little would
 * be saved.
 */
export async function writeDeltas(
  folder: string,
  files: readonly string[],
  earlier: readonly Source[],
  write: Write,
): Promise<void> {
  const pairs = files.flatMap((file) =>
    earlier
      .filter((each) => file.endsWith('.js') && withoutHash(each.file) === withoutHash(file))
      .map(({ from }) => ({ file: path.join(folder, file), from })),
  );
  if (pairs.length === 0) return;
  const { compressUsingDict, createCCtx, freeCCtx } = await loadZstd();
  for (const { file, from } of pairs) {
    const [script, dictionary] = [await readFile(file), await readIfPresent(from)];
    // The gate reports damaged versions. Here they just produce no delta.
    if (!dictionary || script.length < MIN_COMPRESSED_BYTES) continue;
    const hash = createHash('sha256').update(dictionary).digest();
    const context = createCCtx();
    const frame = compressUsingDict(context, script, dictionary, HIGHEST_USUAL_LEVEL);
    freeCCtx(context);
    const delta = Buffer.concat([FRAME_START, hash, frame]);
    if (delta.length > MAX_SHARE * (await downloadSize(file))) continue;
    await write(file + deltaEnding(hash.toString('hex')), delta);
  }
}
