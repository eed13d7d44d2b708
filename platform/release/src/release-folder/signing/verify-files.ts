import * as v from 'valibot';
import type { ReadFile } from '../files.ts';
import { integrityOf } from '../integrity.ts';
import { SignatureError } from '../keys.ts';
import { folderOfVersion, shellName } from '../layout.ts';
import type { Examine, NewState } from '../object-store/copy.ts';
import { isPlainPart } from '../object-store/object-names.ts';
import { parseDocument, type RegistryDocument } from '../registry.ts';
import { versionFilesSchema } from '../release-file.ts';
import { digestOf, OWNERS, readCheckpoint, type Verified, writeCheckpoint } from './owners.ts';
import { versionKey, versionsNamed } from './signed-moves.ts';
import { requireSigned, verifyHistory } from './verify.ts';

/** A version that a signed move has published. */
interface SignedVersion {
  readonly name: string;
  readonly version: string;
  /** Folder, relative to the release. */
  readonly folder: string;
  /** Digest of its release.json. */
  readonly digest: string;
  /** Whether registry.json names it, so that it must be whole. */
  readonly isNamed: boolean;
}

const descriptionOf = ({ folder }: SignedVersion): string => `${folder}/release.json`;

/** Returns the versions that the new state has or needs, first those that its registry names. */
function versionsOf(
  document: RegistryDocument,
  { head }: Verified,
  { files }: NewState,
): SignedVersion[] {
  const named = new Set(versionsNamed(document).map((each) => versionKey(...each)));
  const unsigned = [...named].find((key) => !Object.hasOwn(head.versions, key));
  if (unsigned !== undefined)
    throw new SignatureError(`${unsigned} was not published by a signed move`);
  return Object.entries(head.versions)
    .flatMap(([key, { digest }]) => {
      const [name = '', version = '', ...others] = key.split('/');
      if (others.length > 0 || !isPlainPart(name) || !isPlainPart(version)) {
        if (named.has(key)) throw new SignatureError(`${key} is not the name of a version`);
        return [];
      }
      const folder = folderOfVersion('', name, version).replaceAll('\\', '/');
      return [{ name, version, folder, digest, isNamed: named.has(key) }];
    })
    .filter((each) => each.isNamed || files.has(descriptionOf(each)))
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed));
}

interface VersionFiles {
  /** Hashes of the files that the version needs, by path. */
  readonly needed: ReadonlyMap<string, string>;
  /** Hashes of the compressed copies. The version is whole without them. */
  readonly copies: ReadonlyMap<string, string>;
}

/** Reads the hashes of a version's files. Returns an error if it claims files that are not its own. */
function filesOf(version: SignedVersion, description: Buffer): VersionFiles | SignatureError {
  const { name, folder } = version;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), versionFilesSchema),
    description.toString(),
  );
  if (!parsed.success) return falseFile(version, descriptionOf(version));
  const own = (hashes: Readonly<Record<string, string>>) =>
    new Map(
      Object.entries(hashes).map(([file, hash]) => [
        name === shellName ? file : `${folder}/${file}`,
        hash,
      ]),
    );
  const [needed, copies] = [own(parsed.output.integrity), own(parsed.output.copies)];
  const foreign = [...needed.keys(), ...copies.keys()].find(
    (file) => !file.startsWith(`${folder}/`) && !(name === shellName && file.startsWith('static/')),
  );
  return foreign === undefined ? { needed, copies } : falseFile(version, foreign);
}

const falseFile = ({ name, version }: SignedVersion, file: string): SignatureError =>
  new SignatureError(`${file} of ${name} ${version} is not what was signed`);

/** Returns what is wrong with a version of which some files are missing or false; undefined if it is whole. */
function faultOf(
  version: SignedVersion,
  { needed, copies }: VersionFiles,
  { files }: NewState,
  isRight: (file: string, hash: string) => boolean,
): SignatureError | undefined {
  for (const [file, hash] of [...needed, ...copies]) {
    if (files.has(file)) {
      if (!isRight(file, hash)) return falseFile(version, file);
    } else if (needed.has(file)) {
      return new SignatureError(`${file} is missing, and registry.json needs it`);
    }
  }
  return undefined;
}

/**
 * Returns the files of the present versions that were published with a signed move. A compressed copy that its
 * release.json doesn't state is none of them. Leaves out a version that is not whole; throws a SignatureError if the
 * registry names it.
 */
async function signedFiles(
  document: RegistryDocument,
  signed: Verified,
  state: NewState,
): Promise<Set<string>> {
  const found = new Set<string>();
  function refuse(version: SignedVersion, fault: SignatureError): void {
    if (version.isNamed) throw fault;
  }
  const versions = versionsOf(document, signed, state);
  for (const each of versions) {
    const file = descriptionOf(each);
    if (!state.files.has(file))
      throw new SignatureError(`${file} is missing, and registry.json needs it`);
  }
  const described = await state.verify(
    new Map(versions.map((each) => [descriptionOf(each), each.digest])),
    digestOf,
  );
  const read: (readonly [SignedVersion, VersionFiles])[] = [];
  for (const each of versions) {
    const file = descriptionOf(each);
    const content = described.has(file) ? await state.read(file) : undefined;
    const files = content ? filesOf(each, content) : falseFile(each, file);
    if (files instanceof SignatureError) refuse(each, files);
    else read.push([each, files]);
  }
  // Versions of the shell share files. Those of a version that is named come first.
  const expected = new Map(
    read.flatMap(([, { needed, copies }]) => [...needed, ...copies]).reverse(),
  );
  const right = await state.verify(expected, integrityOf);
  const isRight = (file: string, hash: string) => expected.get(file) === hash && right.has(file);
  for (const [version, files] of read) {
    const fault = faultOf(version, files, state, isRight);
    if (fault) refuse(version, fault);
    else {
      const own = [descriptionOf(version), ...files.needed.keys(), ...files.copies.keys()];
      for (const file of own) if (state.files.has(file)) found.add(file);
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

/**
 * Returns a function that verifies a new state before the copy of a release takes it over. That function throws a
 * SignatureError for a state that is not properly signed, or that is older than the copy's. Its result are the files
 * that were verified: documents, and files of signed versions.
 */
export function examinerOf(folder: string, trust: readonly string[]): Examine {
  return async (state) => {
    const documents = new Set<string>();
    async function read(file: string): Promise<Buffer | undefined> {
      const content = await state.read(file);
      if (content) documents.add(file);
      return content;
    }
    const text = await read('registry.json');
    if (text === undefined) throw new SignatureError('registry.json is missing');
    const document = parseDocument('registry.json', text.toString());
    const checkpoint = await readCheckpoint(folder);
    const verified = await verifyHistory(read, document, trust, { checkpoint });
    requireSigned(document, verified);
    await requireSignedConfig(read, verified);
    const files = await signedFiles(document, verified, state);
    // Those of earlier moves are for pages that were opened before the last one.
    const complete = new Map(Object.entries(verified.head.complete));
    const completes = await state.verify(complete, integrityOf);
    await writeCheckpoint(folder, verified);
    return new Set([...documents, ...files, ...completes]);
  };
}
