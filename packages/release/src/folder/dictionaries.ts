import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { downloadSize, MIN_COMPRESSED_BYTES } from './compression.ts';
import { readIfPresent } from './files.ts';
import type { Source } from './integrity.ts';

/**
 * Ending of a difference, for shared dictionaries (RFC 9842): a browser that holds an earlier version of a script names
 * it when it asks for the next one, and `serve` answers with the difference. That is written when a version is
 * published, to `<script>.<hash>.dcz`: the hash is the SHA-256 of the earlier version in hexadecimal digits.
 */
const deltaEnding = (hash: string): string => `.${hash}.dcz`;

/** Matches the ending that a copy adds to the name of its file. */
export const copyEnding = /\.(?:br|gz|[0-9a-f]{64}\.dcz)$/;

/** Wildcard of URL patterns, for the parts of an address that change with a version. */
const ANY = '*';

/** Replaces the content hash in a script's name by a wildcard, so that all versions of a chunk have the same name. */
const withoutHash = (file: string): string => file.replace(/\.[0-9a-f]{8,}(?=\.js$)/, `.${ANY}`);

/** Matches addresses of scripts without characters that have a meaning in a URL pattern. */
const plainScript = /^\/(?:static|remotes\/[\w.-]+)\/[\w./@-]+\.js$/;

/**
 * Returns the URL pattern of a published script's versions, each of which can be a dictionary for the others; undefined
 * for other files.
 */
export function dictionaryPattern(pathname: string): string | undefined {
  if (!plainScript.test(pathname)) return undefined;
  return withoutHash(pathname.replace(/^(\/remotes\/[^/]+)\/[^/]+/, `$1/${ANY}`));
}

/**
 * Returns the ending of the copy for a browser that sends this `Available-Dictionary` header; undefined if the header
 * is absent or invalid.
 */
export function deltaFor(available: unknown): string | undefined {
  const [, hash] = /^:([\w+/]{43}=):$/.exec(String(available)) ?? [];
  return hash && deltaEnding(Buffer.from(hash, 'base64').toString('hex'));
}

/** Start of a zstd frame that browsers skip: its content is the dictionary's hash, which follows. */
const FRAME_START = Buffer.from('5e2a4d1820000000', 'hex');
const HIGHEST_USUAL_LEVEL = 19;
/** Maximum size of a delta, as a share of the brotli copy: a larger one is not worth its file. */
const MAX_SHARE = 0.9;

type Write = (file: string, content: Uint8Array) => Promise<void>;

type Zstd = typeof import('@bokuweb/zstd-wasm');

let started: Promise<Zstd> | undefined;

/**
 * Loads the compressor once: a second `init` would replace its memory while it is in use. Node has zstd itself from
 * 22.15 on, and takes a dictionary from 24.6 on.
 */
function loadZstd(): Promise<Zstd> {
  async function load() {
    // Some loaders of TypeScript do not find the names that a CommonJS module exports.
    const zstd: Zstd = createRequire(import.meta.url)('@bokuweb/zstd-wasm');
    await zstd.init();
    return zstd;
  }
  started ??= load();
  return started;
}

/** Writes the deltas of a folder's scripts: one from each earlier script of the same name. */
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
    // A damaged version is the gate's to report: it only gives no difference here.
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
