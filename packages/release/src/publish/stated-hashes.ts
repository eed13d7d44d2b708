import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from '../gate/gate.ts';
import { RefusedError } from '../release-error.ts';

/** Where a build states the hashes of its files, by kind of file: rspack's runtime, and a page's tags. */
const statements: Readonly<Record<string, RegExp>> = {
  '.js': /\bsri\w*Hashes\s*=\s*\{[^}]*\}/g,
  '.html': /<[^>]+\bintegrity="[^>]*>/g,
};
const hashPattern = /sha(?:256|384|512)-[\w+/]+=*/g;

/** A tag that loads a file of another origin. */
const isForeign = (statement: string): boolean => /="(?:https?:)?\/\//.test(statement);
const isLoaded = (file: string): boolean => /\.(?:js|css)$/.test(file);

/** By hash, the file that states it. */
function statedIn(contents: ReadonlyMap<string, Buffer>): Map<string, string> {
  const stated = new Map<string, string>();
  for (const [file, content] of contents) {
    const pattern = statements[path.extname(file)];
    if (!pattern) continue;
    for (const [statement] of content.toString().matchAll(pattern)) {
      if (isForeign(statement)) continue;
      for (const [hash] of statement.matchAll(hashPattern)) stated.set(hash, file);
    }
  }
  return stated;
}

/** The hash of each file, by each algorithm that the build uses. */
function hashesOf(contents: ReadonlyMap<string, Buffer>, stated: Iterable<string>) {
  const algorithms = new Set([...stated].map((hash) => hash.slice(0, hash.indexOf('-'))));
  const hash = (algorithm: string, content: Buffer) =>
    `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
  return [...contents].flatMap(([file, content]) =>
    [...algorithms].map((algorithm) => ({ file, hash: hash(algorithm, content) })),
  );
}

function refuse(piece: string, file: string, what: string): Finding {
  const message = `${file} of ${piece}’s build ${what}. Build it again`;
  return { severity: 'refusal', rule: 'files', file, message, ours: piece };
}

/**
 * Throws a RefusedError when the files of a build are not those that it was made of: a browser would
 * refuse to run them. Compares what the build itself states; without any hash, as another bundler may
 * leave it, nothing.
 */
export async function requireStatedFiles(
  piece: string,
  dist: string,
  built: readonly string[],
): Promise<void> {
  const contents = new Map<string, Buffer>();
  for (const file of built) contents.set(file, await readFile(path.join(dist, file)));
  const stated = statedIn(contents);
  const hashes = hashesOf(contents, stated.keys());
  const present = new Set(hashes.map(({ hash }) => hash));
  const lost = [...stated].find(([hash]) => !present.has(hash));
  if (!lost) return;
  const [, by] = lost;
  const intact = new Set(hashes.filter(({ hash }) => stated.has(hash)).map(({ file }) => file));
  // No file states the hash of a remote's entry: the registry does.
  const changed = built.filter(
    (file) => isLoaded(file) && !intact.has(file) && file !== 'remoteEntry.js',
  );
  throw new RefusedError(
    changed.length > 0
      ? changed.map((file) =>
          refuse(piece, file, `has other bytes than were built: ${by} states another hash of it`),
        )
      : [refuse(piece, by, 'states the hash of a file that is not there')],
  );
}
