import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { copyEnding } from '../folder/dictionaries.ts';
import { type ReadFile, readIfPresent, relativePath } from '../folder/files.ts';
import { type Integrity, integrityOf } from '../folder/integrity.ts';
import { folderOfVersion, shellName } from '../folder/layout.ts';
import { parseDocument, type RegistryDocument } from '../folder/registry.ts';
import { readRemoteRelease, readShellRelease } from '../folder/release-file.ts';
import { partsIn } from '../store/store.ts';
import { SignatureError } from './keys.ts';
import {
  digestOf,
  OWNERS,
  readCheckpoint,
  readDigest,
  requireSigned,
  type Verified,
  verifyHistory,
  versionKey,
  versionsNamed,
  writeCheckpoint,
} from './verify.ts';

const decoders = [
  ['.br', promisify(brotliDecompress)],
  ['.gz', promisify(gunzip)],
] as const;

/**
 * Finds the first file that is missing or doesn't have its hash, or the first compressed copy that doesn't contain its
 * file. Returns its path, relative to `folder`; undefined if all files are right.
 */
async function findFalseFile(folder: string, integrity: Integrity): Promise<string | undefined> {
  for (const [file, expected] of Object.entries(integrity)) {
    const content = await readIfPresent(path.join(folder, file));
    if (content === undefined || integrityOf(content) !== expected) return file;
    for (const [ending, decode] of decoders) {
      const copy = await readIfPresent(path.join(folder, file + ending));
      const decoded = copy && (await decode(copy).catch(() => undefined));
      if (copy && !(decoded && integrityOf(decoded) === expected)) return file + ending;
    }
  }
  return undefined;
}

/** Returns the files of a version, relative to the release folder. */
function filesOf(name: string, version: string, integrity: Integrity): string[] {
  const folder = folderOfVersion('', name, version);
  const files = Object.keys(integrity);
  const own = name === shellName ? files : files.map((file) => `${folder}/${file}`);
  return [`${folder}/release.json`, ...own];
}

/** Verifies a version's files. Returns their hashes, or the first file that is not what was signed. */
async function verifyVersion(release: string, name: string, version: string, digest: string) {
  const folder = folderOfVersion(release, name, version);
  const root = name === shellName ? release : folder;
  if ((await readDigest(release, name, version)) !== digest) {
    return { file: path.join(folder, 'release.json') };
  }
  const { integrity } =
    name === shellName
      ? await readShellRelease(release, version)
      : await readRemoteRelease(release, name, version);
  const file = await findFalseFile(root, integrity);
  return file === undefined ? { integrity } : { file: path.resolve(root, file) };
}

/** Returns the compressed copies in a listing, by the file that they are copies of. */
function copiesIn(listed: Iterable<string>): Map<string, string[]> {
  const copies = new Map<string, string[]>();
  for (const file of listed) {
    const original = file.replace(copyEnding, '');
    if (original !== file) copies.set(original, [...(copies.get(original) ?? []), file]);
  }
  return copies;
}

/**
 * Returns the files of the present versions that were published with a signed move. Deletes a file that is not what was
 * signed, so that it is downloaded again; throws a SignatureError if it belongs to a version that the registry names.
 * `listed` are the files of the new state: others are deleted from the copy, so it throws if one of a version that the
 * registry names is missing. `known` has the files, with their compressed copies, of versions in the state before. Such
 * a version is verified again only if a file is missing now. Copies that come later are not verified, so they don't
 * count.
 */
async function signedFiles(
  release: string,
  document: RegistryDocument,
  { head }: Verified,
  known: ReadonlyMap<string, readonly string[]>,
  listed: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const copies = copiesIn(listed);
  const named = new Set(versionsNamed(document).map((each) => versionKey(...each)));
  const present = new Set(await partsIn(release));
  const unsigned = [...named].find((key) => !Object.hasOwn(head.versions, key));
  if (unsigned !== undefined)
    throw new SignatureError(`${unsigned} was not published by a signed move`);
  for (const [key, { digest }] of Object.entries(head.versions)) {
    const [name = '', version = ''] = key.split('/');
    const isPresent = present.has(folderOfVersion('', name, version));
    if (!isPresent && !named.has(key)) continue;
    const before = known.get(key);
    if (before?.every((each) => listed.has(each))) {
      found.set(key, before);
      continue;
    }
    const { file, integrity } = await verifyVersion(release, name, version, digest);
    if (integrity) {
      const files = filesOf(name, version, integrity);
      const lost = files.find((each) => !listed.has(each));
      if (lost === undefined)
        found.set(
          key,
          files.flatMap((each) => [each, ...(copies.get(each) ?? [])]),
        );
      else if (named.has(key))
        throw new SignatureError(`${lost} is missing, and registry.json needs it`);
    } else if (file.startsWith(path.resolve(release) + path.sep)) await rm(file, { force: true });
    if (!integrity && named.has(key)) {
      const where = relativePath(release, file);
      throw new SignatureError(`${where} of ${name} ${version} is not what was signed`);
    }
  }
  return found;
}

/** Throws a SignatureError if config.json is not the one that the shop's key has signed. */
async function requireSignedConfig(read: ReadFile, { owners }: Verified): Promise<void> {
  const content = await read('config.json');
  if ((content ? digestOf(content) : null) === owners.config) return;
  throw new SignatureError(`config.json differs from the one that ${OWNERS} confirms`);
}

const isComplete = /^static\/registry\.[0-9a-f]{10}\.json$/;

/**
 * Returns a function that verifies a new state before the copy of a release takes it over. That function throws a
 * SignatureError for a state that is not properly signed, or that is older than the copy's. Its result is a function
 * that says whether an immutable file was signed.
 */
export function examinerOf(folder: string, trust: readonly string[]) {
  let known: ReadonlyMap<string, readonly string[]> = new Map();
  return async (
    read: ReadFile,
    listed: ReadonlySet<string>,
  ): Promise<(file: string) => boolean> => {
    const text = await read('registry.json');
    if (text === undefined) throw new SignatureError('registry.json is missing');
    const document = parseDocument('registry.json', text.toString());
    const checkpoint = await readCheckpoint(folder);
    const verified = await verifyHistory(read, document, trust, { checkpoint });
    requireSigned(document, verified);
    await requireSignedConfig(read, verified);
    known = await signedFiles(folder, document, verified, known, listed);
    await writeCheckpoint(folder, verified);
    // The complete registry is made from the signed one, and pages contain its hash.
    const files = new Set([...known.values()].flat());
    return (file) => files.has(file) || isComplete.test(file.replace(copyEnding, ''));
  };
}
