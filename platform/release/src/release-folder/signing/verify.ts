import { createHash } from 'node:crypto';
import path from 'node:path';
import semver from 'semver';
import * as v from 'valibot';
import { type ReadFile, readerOf, readIfPresent, readValid, replaceFile } from '../files.ts';
import { readLines } from '../history.ts';
import { isSigned, parseEnvelope, SignatureError } from '../keys.ts';
import { folderOfVersion, publishedVersions, shellName } from '../layout.ts';
import { type RegistryDocument, registryIn, remotesIn, withdrawnIn } from '../registry.ts';
import { describeComplete } from '../root-files.ts';
import { namedVersions } from '../versions.ts';

export const OWNERS = 'owners.json';

const isoTime = v.pipe(v.string(), v.isoTimestamp());

/** Schema of the part of owners.json that a person writes: mainly each key, and the pieces that it may move. */
export const ownersDraftSchema = v.strictObject({
  /** Time after which nothing new is accepted. It limits for how long somebody can withhold a newer owners.json. */
  expires: isoTime,
  /** Public keys, each with the pieces that it may publish and move; '*' is all pieces. */
  keys: v.record(
    v.string(),
    v.strictObject({
      name: v.string(),
      pieces: v.array(v.string()),
      expires: v.optional(isoTime),
    }),
  ),
  /** Oldest allowed package version, such as '1.4.0', by piece. */
  minimum: v.optional(
    v.record(
      v.string(),
      v.pipe(
        v.string(),
        v.check((text) => semver.valid(text) !== null),
      ),
    ),
    {},
  ),
  /** Keys whose moves and versions are not accepted any more. */
  stolen: v.optional(v.array(v.string()), []),
});

/** Digest of a version's release.json, and the key by which the version counts as published. */
const versionSchema = v.object({ digest: v.string(), by: v.string() });

/** Schema of hashes of complete registries, by path. Absent in a move that was made before they were signed. */
const completeSchema = v.optional(
  v.record(v.pipe(v.string(), v.regex(/^static\/registry\.[0-9a-f]{10}\.json$/)), v.string()),
  {},
);

const headSchema = v.object({
  /** Number of the last signed move; 0 before the first. */
  sequence: v.number(),
  /** Hash of the last line of the history; '' if the history is empty. */
  hash: v.string(),
  lastMove: v.optional(v.string()),
  /** Time of the last signed move. */
  at: v.optional(isoTime),
  /** Digest of each piece's part of registry.json, by piece. */
  entries: v.record(v.string(), v.string()),
  /** Versions that count as published (digests of their release.json), by '<piece>/<version>'. */
  versions: v.record(v.string(), versionSchema),
  /** Hashes of the complete registries of the last moves, by path. */
  complete: completeSchema,
});

const ownersSchema = v.object({
  ...ownersDraftSchema.entries,
  /** Number of this owners.json. Each newly signed one has a higher number. */
  version: v.number(),
  /** Digest of config.json; null if there is none. */
  config: v.nullable(v.string()),
  /** State that the shop's key has confirmed. Later moves follow from it. */
  head: headSchema,
});

export type Owners = v.InferOutput<typeof ownersSchema>;
export type Head = v.InferOutput<typeof headSchema>;

/** Schema of the verified fields in a signed move's record. */
const signedSchema = v.object({
  id: v.string(),
  at: isoTime,
  /** Number of the move, from 1, without gaps. */
  sequence: v.number(),
  /** Hash of the previous line of the history; '' if there is none. */
  previous: v.string(),
  /** Digests of the parts of registry.json that the move changes, by piece. */
  entries: v.record(v.string(), v.string()),
  /** Digests of release.json by '<piece>/<version>', for each version that a pointer of a piece in `entries` names. */
  versions: v.record(v.string(), v.string()),
  /** Hash of the complete registry after the move, by path. */
  complete: completeSchema,
});

export type SignedFields = Omit<v.InferOutput<typeof signedSchema>, 'id' | 'at'>;

/** A release whose signatures have been verified. */
export interface Verified {
  readonly owners: Owners;
  /** The shop's public keys, which this machine trusts. */
  readonly trust: readonly string[];
  readonly head: Head;
}

/** Schema of the newest state that this machine has accepted. Older states are refused. */
const checkpointSchema = v.object({
  owners: v.number(),
  sequence: v.number(),
  hash: v.string(),
});

type Checkpoint = v.InferOutput<typeof checkpointSchema>;

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

export const versionKey = (name: string, version: string): string => `${name}/${version}`;

/** Returns the part of a registry that belongs to a piece, as text. */
function partOf(document: RegistryDocument, name: string): string {
  const previews = (Array.isArray(document.previews) ? document.previews : []).flatMap((entry) => {
    const { remotes, ...preview } = Object(entry);
    const own = Array.isArray(remotes)
      ? remotes.filter((remote) => Object(remote).id === name)
      : [];
    return own.length > 0 ? [{ ...preview, remotes: own }] : [];
  });
  const entry = document.remotes.find((remote) => Object(remote).id === name);
  const live = name === shellName ? document.shell : entry;
  return JSON.stringify([live ?? null, previews, withdrawnIn(document, name) ?? null]);
}

const nothing = digestOf(JSON.stringify([null, [], null]));

function piecesIn(document: RegistryDocument): Set<string> {
  const previews = (Array.isArray(document.previews) ? document.previews : []).flatMap(
    (entry) => Object(entry).remotes ?? [],
  );
  const all = [...document.remotes, ...(document.withdrawn ?? []), ...previews];
  return new Set([shellName, ...all.map((entry) => String(Object(entry).id))]);
}

/** Returns the digest of each part of a registry that differs from a verified state, by piece. */
export function changedEntries(document: RegistryDocument, { entries }: Head) {
  const names = new Set([...piecesIn(document), ...Object.keys(entries)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const digest = digestOf(partOf(document, name));
      return digest === (entries[name] ?? nothing) ? [] : [[name, digest]];
    }),
  );
}

/** Returns why a key may not move a piece at time `at`; undefined if it may. Without a piece, checks only the key. */
function refusalOf(
  { owners, trust }: Pick<Verified, 'owners' | 'trust'>,
  key: string,
  piece: string | undefined,
  at: string,
): string | undefined {
  if (owners.stolen.includes(key)) return `the key ${key} is stolen`;
  if (trust.includes(key)) return undefined;
  const owner = Object.hasOwn(owners.keys, key) ? owners.keys[key] : undefined;
  if (!owner) return `the key ${key} is not in ${OWNERS}`;
  if (owner.expires !== undefined && Date.parse(at) > Date.parse(owner.expires)) {
    return `the key of ${owner.name} expired at ${owner.expires}`;
  }
  if (piece === undefined || owner.pieces.includes(piece) || owner.pieces.includes('*')) {
    return undefined;
  }
  return `the key of ${owner.name} may not move ${piece}`;
}

/** Throws a SignatureError if a key may not move one of the pieces now. */
export function requireAllowed(verified: Verified, key: string, pieces: readonly string[]): void {
  const at = new Date().toISOString();
  for (const piece of [undefined, ...pieces]) {
    const refusal = refusalOf(verified, key, piece, at);
    if (refusal !== undefined) throw new SignatureError(`This move is refused: ${refusal}`);
  }
}

/**
 * Reads owners.json; undefined if there is none. Throws a SignatureError if no trusted key has signed it, or if it is
 * invalid.
 */
export async function readSignedOwners(
  read: ReadFile,
  trust: readonly string[],
): Promise<Owners | undefined> {
  const text = (await read(OWNERS))?.toString();
  if (text === undefined) return undefined;
  const envelope = parseEnvelope(text);
  if (!envelope || !trust.includes(envelope.key) || !isSigned(envelope, 'owners')) {
    throw new SignatureError(`${OWNERS} is not signed by the shop’s key`);
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ownersSchema), envelope.payload);
  if (!parsed.success) throw new SignatureError(`${OWNERS}: ${parsed.issues[0].message}`);
  return parsed.output;
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCKS_MS = 10 * 60_000;

/** Number of moves whose complete registries are kept, for pages that were opened before the last move. */
const KEPT_COMPLETES = 100;

const lastOf = (hashes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(hashes).slice(-KEPT_COMPLETES));

const completeOf = (document: RegistryDocument): Record<string, string> => {
  const { file, integrity } = describeComplete(registryIn(document));
  return { [file]: integrity };
};

/** Returns the state after the signed move in `line`. Throws a SignatureError if it may not follow `verified`. */
export function headAfter(verified: Verified, line: string): Head {
  const { head } = verified;
  const where = `move ${head.sequence + 1} of the history`;
  const envelope = parseEnvelope(line);
  if (!envelope) throw new SignatureError(`${where} is not signed`);
  if (!isSigned(envelope, 'move')) throw new SignatureError(`${where} has an invalid signature`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), signedSchema), envelope.payload);
  if (!parsed.success) throw new SignatureError(`${where}: ${parsed.issues[0].message}`);
  const { id, at, sequence, previous, entries, versions, complete } = parsed.output;
  if (sequence !== head.sequence + 1 || previous !== head.hash) {
    throw new SignatureError(`${where} is missing, or is not the one that was signed`);
  }
  // An expired key must not sign with an earlier date.
  if (Date.parse(at) < Date.parse(head.at ?? at) - CLOCKS_MS) {
    throw new SignatureError(
      `${where} is dated ${at}, earlier than the move before it: is the clock of that machine wrong?`,
    );
  }
  // Whoever follows it could follow no later move before that time.
  if (Date.parse(at) > Date.now() + CLOCKS_MS) {
    throw new SignatureError(
      `${where} is dated ${at}, in the future: is the clock of that machine wrong, or of this one?`,
    );
  }
  for (const piece of [undefined, ...Object.keys(entries)]) {
    const refusal = refusalOf(verified, envelope.key, piece, at);
    if (refusal !== undefined) throw new SignatureError(`${where} is refused: ${refusal}`);
  }
  const brought: Head['versions'] = {};
  for (const [name, digest] of Object.entries(versions)) {
    const known = Object.hasOwn(head.versions, name) ? head.versions[name] : undefined;
    const [piece = ''] = name.split('/');
    if (known ? known.digest !== digest : !Object.hasOwn(entries, piece)) {
      throw new SignatureError(
        `${where} names another release.json of ${name} than the published one`,
      );
    }
    brought[name] = known ?? { digest, by: envelope.key };
  }
  return {
    sequence,
    hash: digestOf(envelope.payload),
    lastMove: id,
    at,
    entries: { ...head.entries, ...entries },
    versions: { ...head.versions, ...brought },
    // A key can't change what another one has signed.
    complete: lastOf({ ...head.complete, ...complete, ...head.complete }),
  };
}

const hashOfLine = (line: string): string => digestOf(parseEnvelope(line)?.payload ?? line);

/** Returns the lines after the state that owners.json confirms. Throws a SignatureError if the history lacks it. */
function linesAfter({ hash }: Head, lines: readonly string[]): readonly string[] {
  if (hash === '') return lines;
  const index = lines.findLastIndex((line) => hashOfLine(line) === hash);
  if (index >= 0) return lines.slice(index + 1);
  throw new SignatureError(`the history lacks the last move that ${OWNERS} confirms`);
}

/** Returns the state of a release without owners.json. All its versions count as published with the key `by`. */
export async function unsignedHead(
  release: string,
  document: RegistryDocument,
  by: string,
): Promise<Head> {
  const lines = await readLines(readerOf(release), document);
  const last = lines.at(-1);
  // After owners.json was deleted, the history still has signed moves.
  const signed = lines.findLast((line) => parseEnvelope(line) !== undefined);
  const numbered = v.fallback(
    v.pipe(v.string(), v.parseJson(), v.object({ sequence: v.number() })),
    { sequence: 0 },
  );
  const { sequence } = v.parse(numbered, parseEnvelope(signed ?? '')?.payload);
  const hash = last === undefined ? '' : hashOfLine(last);
  const empty: Head = {
    ...{ sequence, hash, lastMove: document.lastMove, entries: {}, versions: {} },
    complete: completeOf(document),
  };
  const versions: Head['versions'] = {};
  for (const name of piecesIn(document)) {
    for (const version of await publishedVersions(release, name)) {
      const digest = await readDigest(release, name, version);
      if (digest !== undefined) versions[versionKey(name, version)] = { digest, by };
    }
  }
  return { ...empty, entries: changedEntries(document, empty), versions };
}

interface Known {
  /** Owners to verify with, by default those of owners.json. */
  readonly owners?: Owners;
  readonly checkpoint?: Checkpoint | undefined;
  /** Whether owners.json may have expired, so that the shop's key can sign it again. */
  readonly allowsExpired?: boolean;
}

/**
 * Verifies the history of a release, beginning with owners.json. Throws a SignatureError if owners.json has expired, if
 * a signature is missing, invalid or by a key that may not make the move, if a move is missing, or if the state is
 * older than the checkpoint.
 */
export async function verifyHistory(
  read: ReadFile,
  { lastMove }: Pick<RegistryDocument, 'lastMove'>,
  trust: readonly string[],
  { owners: known, checkpoint, allowsExpired = false }: Known = {},
): Promise<Verified> {
  const owners = known ?? (await readSignedOwners(read, trust));
  if (!owners) throw new SignatureError(`${OWNERS} is missing: this release is not signed`);
  if (owners.version < (checkpoint?.owners ?? 0)) {
    throw new SignatureError(`${OWNERS} is older than the one that was accepted before`);
  }
  if (!allowsExpired && Date.parse(owners.expires) < Date.now()) {
    throw new SignatureError(
      `${OWNERS} expired at ${owners.expires}: sign it again with the shop’s key. If that was done, an old owners.json is being served`,
    );
  }
  let { head } = owners;
  const hashes = new Map([[head.sequence, head.hash]]);
  for (const line of linesAfter(head, await readLines(read, { lastMove }))) {
    head = headAfter({ owners, trust, head }, line);
    hashes.set(head.sequence, head.hash);
  }
  if (checkpoint && head.sequence < checkpoint.sequence) {
    throw new SignatureError(
      `the history ends at move ${head.sequence}, but move ${checkpoint.sequence} was accepted before: an old history is being served`,
    );
  }
  const hash = checkpoint && hashes.get(checkpoint.sequence);
  if (hash !== undefined && hash !== checkpoint?.hash) {
    throw new SignatureError(
      `move ${checkpoint?.sequence} differs from the one that was accepted before`,
    );
  }
  return { owners, trust, head };
}

/** Throws a SignatureError if a live version is older than the minimum of its piece. */
export function requireMinimum(document: RegistryDocument, { minimum }: Owners): void {
  const live: (readonly [string, string])[] = [
    ...(document.shell ? [[shellName, document.shell.version] as const] : []),
    ...remotesIn(document).flatMap(({ id, stable, canary }) =>
      [stable.version, canary?.release.version].flatMap((version) =>
        version === undefined ? [] : [[id, version] as const],
      ),
    ),
  ];
  for (const [name, version] of live) {
    const oldest = Object.hasOwn(minimum, name) ? minimum[name] : undefined;
    const own = version.replace(/-[0-9a-f]{10}$/, '');
    if (oldest === undefined || (semver.valid(own) && semver.gte(own, oldest))) continue;
    throw new SignatureError(`${name} ${version} is below ${oldest}, the minimum in ${OWNERS}`);
  }
}

/** Throws a SignatureError if a registry is not as the last signed move left it, or a live version is too old. */
export function requireSigned(document: RegistryDocument, { owners, head }: Verified): void {
  if (document.lastMove !== head.lastMove) {
    throw new SignatureError('registry.json does not belong to the last move in the history');
  }
  const [changed] = Object.keys(changedEntries(document, head));
  if (changed !== undefined) {
    throw new SignatureError(`${changed} in registry.json differs from the history`);
  }
  requireMinimum(document, owners);
}

export const versionsNamed = (document: RegistryDocument): (readonly [string, string])[] =>
  [...piecesIn(document)].flatMap((name) =>
    namedVersions(document, name).map((version) => [name, version] as const),
  );

/** Returns the digest of a version's release.json; undefined if the file is missing. */
async function readDigest(release: string, name: string, version: string) {
  const file = path.join(folderOfVersion(release, name, version), 'release.json');
  const content = await readIfPresent(file);
  return content && digestOf(content);
}

/**
 * Returns the fields that a move to `document` adds to its signed record. Throws a SignatureError if a changed pointer
 * names a version that is not new, and that no signed move has published as it is.
 */
export async function signedFields(
  release: string,
  document: RegistryDocument,
  { head }: Verified,
  isNew: (name: string, version: string) => boolean,
): Promise<SignedFields> {
  const entries = changedEntries(document, head);
  const versions: Record<string, string> = {};
  for (const [name, version] of versionsNamed(document)) {
    if (!Object.hasOwn(entries, name)) continue;
    const key = versionKey(name, version);
    const digest = await readDigest(release, name, version);
    const known = Object.hasOwn(head.versions, key) ? head.versions[key]?.digest : undefined;
    if (digest === undefined || (known === undefined ? !isNew(name, version) : known !== digest)) {
      throw new SignatureError(`${name} ${version} differs from what a signed move has published`);
    }
    versions[key] = digest;
  }
  const complete = completeOf(document);
  return { sequence: head.sequence + 1, previous: head.hash, entries, versions, complete };
}

const checkpointFile = (folder: string): string => path.join(folder, '.trusted.json');

/** Reads the state up to which the copy in a folder was verified last; undefined if it never was. */
export const readCheckpoint = (folder: string): Promise<Checkpoint | undefined> =>
  readValid(checkpointFile(folder), checkpointSchema);

export function writeCheckpoint(folder: string, { owners, head }: Verified): Promise<void> {
  const { sequence, hash } = head;
  const checkpoint: Checkpoint = { owners: owners.version, sequence, hash };
  return replaceFile(checkpointFile(folder), JSON.stringify(checkpoint));
}
