import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../errors.ts';
import { refusal } from '../findings.ts';
import { readIfPresent } from './files.ts';

/** Subresource Integrity hashes ('sha384-…'), by path relative to one folder. */
export type Integrity = Readonly<Record<string, string>>;

/** A file of a version: `file` is its published path, `from` is where to read it. */
export interface Source {
  readonly file: string;
  readonly from: string;
}

export const integrityOf = (content: Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

export async function readIntegrity(sources: readonly Source[]): Promise<Integrity> {
  const hashes = await Promise.all(
    sources.map(async ({ file, from }) => [file, integrityOf(await readFile(from))] as const),
  );
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Finds the first file that is missing or has changed since its publication; undefined if there is none. */
export async function findDamage(
  folder: string,
  integrity: Integrity,
): Promise<{ readonly file: string; readonly how: 'missing' | 'changed' } | undefined> {
  const checks = Object.entries(integrity).map(async ([file, expected]) => {
    const content = await readIfPresent(path.join(folder, file));
    if (content === undefined) return { file, how: 'missing' } as const;
    return integrityOf(content) === expected ? undefined : ({ file, how: 'changed' } as const);
  });
  return (await Promise.all(checks)).find((damage) => damage !== undefined);
}

/** Returns a content hash of ten hexadecimal digits. Equal content has equal hashes. */
export const nameContent = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 10);

/** A version's folder. Its files never change after publication. */
export interface VersionFolder {
  /** 'shell', or a remote's id. */
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** Creates the error for a published file that is missing or has changed. */
export function changedByHand(
  { name, version, folder }: VersionFolder,
  file: string,
  what: string,
): RefusedError {
  const message = `${file} ${what}. A published version never changes: put the file back, or move ${folder} away and publish again`;
  return new RefusedError([refusal('files', `${name} ${version}`, message, { file })]);
}

/**
 * Throws a RefusedError if a file of a version is missing or has changed; names the first such file. Paths in
 * `integrity` are relative to `root`.
 */
export async function requireUndamaged(
  version: VersionFolder,
  root: string,
  integrity: Integrity,
): Promise<void> {
  const damage = await findDamage(root, integrity);
  if (!damage) return;
  const what = damage.how === 'missing' ? 'is missing' : 'has changed since it was published';
  throw changedByHand(version, path.join(root, damage.file), what);
}
