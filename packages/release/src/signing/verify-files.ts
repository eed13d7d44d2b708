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

/**
 * Returns the files of the present versions that were published with a signed move. Deletes a file that is not what was
 * signed, so that it is downloaded again; throws a SignatureError if it belongs to a version that the registry names.
 * `known` has the files of versions that were verified before; newly verified ones are added. `listed` are the files of
 * the new state: others are deleted from the copy, so it throws if one of a version that the registry names is missing.
 */
async function signedFiles(
  release: string,
  document: RegistryDocument,
  { head }: Verified,
  known: Map<string, readonly string[]>,
  listed: ReadonlySet<string>,
): Promise<Set<string>> {
  const named = new Set(versionsNamed(document).map((each) => versionKey(...each)));
  const present = new Set(await partsIn(release));
  const unsigned = [...named].find((key) => !Object.hasOwn(head.versions, key));
  if (unsigned !== undefined)
    throw new SignatureError(`${unsigned} was not published by a signed move`);
  for (const [key, { digest }] of Object.entries(head.versions)) {
    const [name = '', version = ''] = key.split('/');
    const isPresent = present.has(folderOfVersion('', name, version));
    if (known.has(key) || (!isPresent && !named.has(key))) continue;
    const { file, integrity } = await verifyVersion(release, name, version, digest);
    if (integrity) known.set(key, filesOf(name, version, integrity));
    else if (file.startsWith(path.resolve(release) + path.sep)) await rm(file, { force: true });
    if (!integrity && named.has(key)) {
      const where = relativePath(release, file);
      throw new SignatureError(`${where} of ${name} ${version} is not what was signed`);
    }
  }
  const lost = [...named].flatMap((key) => known.get(key) ?? []).find((file) => !listed.has(file));
  if (lost !== undefined)
    throw new SignatureError(`${lost} is missing, and registry.json needs it`);
  return new Set([...known.values()].flat());
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
  const known = new Map<string, readonly string[]>();
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
    const files = await signedFiles(folder, document, verified, known, listed);
    await writeCheckpoint(folder, verified);
    // The complete registry is made from the signed one, and pages contain its hash.
    return (file) => {
      const original = file.replace(copyEnding, '');
      return files.has(original) || isComplete.test(original);
    };
  };
}
