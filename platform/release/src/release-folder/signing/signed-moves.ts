import path from 'node:path';
import semver from 'semver';
import * as v from 'valibot';
import { UsageError } from '../../errors.ts';
import { readIfPresent } from '../files.ts';
import { lineOf, type MoveRecord } from '../history.ts';
import { type Envelope, isSigned, parseEnvelope, SignatureError, type Signer } from '../keys.ts';
import { folderOfVersion, shellName } from '../layout.ts';
import { type RegistryDocument, registryIn, remotesIn, withdrawnIn } from '../registry.ts';
import { versionInName } from '../release-file.ts';
import { describeComplete } from '../root-files.ts';
import type { ReleaseStore } from '../store.ts';
import { namedVersions } from '../versions.ts';
import {
  completeSchema,
  digestOf,
  type Head,
  isoTime,
  OWNERS,
  type Owners,
  type Verified,
} from './owners.ts';

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

type SignedFields = Omit<v.InferOutput<typeof signedSchema>, 'id' | 'at'>;

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

export function piecesIn(document: RegistryDocument): Set<string> {
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

export const versionsNamed = (document: RegistryDocument): (readonly [string, string])[] =>
  [...piecesIn(document)].flatMap((name) =>
    namedVersions(document, name).map((version) => [name, version] as const),
  );

/** Returns all reasons why a key may not move pieces at time `at`; none if it may. */
export function keyRefusals(
  { owners, trust }: Pick<Verified, 'owners' | 'trust'>,
  key: string,
  pieces: readonly string[],
  at: string,
): string[] {
  if (owners.stolen.includes(key)) return [`the key ${key} is stolen`];
  if (trust.includes(key)) return [];
  const owner = Object.hasOwn(owners.keys, key) ? owners.keys[key] : undefined;
  if (!owner) return [`the key ${key} is not in ${OWNERS}`];
  const isExpired = owner.expires !== undefined && Date.parse(at) > Date.parse(owner.expires);
  const foreign = owner.pieces.includes('*')
    ? []
    : pieces.filter((piece) => !owner.pieces.includes(piece));
  return [
    ...(isExpired ? [`the key of ${owner.name} expired at ${owner.expires}`] : []),
    ...foreign.map((piece) => `the key of ${owner.name} may not move ${piece}`),
  ];
}

/** Throws a SignatureError if a key may not move one of the pieces now. */
function requireAllowed(verified: Verified, key: string, pieces: readonly string[]): void {
  const [refusal] = keyRefusals(verified, key, pieces, new Date().toISOString());
  if (refusal !== undefined) throw new SignatureError(`This move is refused: ${refusal}`);
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
    const own = versionInName(version);
    if (oldest === undefined || (semver.valid(own) && semver.gte(own, oldest))) continue;
    throw new SignatureError(`${name} ${version} is below ${oldest}, the minimum in ${OWNERS}`);
  }
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCKS_MS = 10 * 60_000;

/** Number of moves whose complete registries are kept, for pages that were opened before the last move. */
const KEPT_COMPLETES = 100;

const lastOf = (hashes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(hashes).slice(-KEPT_COMPLETES));

export const completeOf = (document: RegistryDocument): Record<string, string> => {
  const { file, integrity } = describeComplete(registryIn(document));
  return { [file]: integrity };
};

/** The move of a record, and the envelope in which it was signed. */
interface SignedMove {
  readonly move: v.InferOutput<typeof signedSchema>;
  readonly envelope: Pick<Envelope, 'payload' | 'key'>;
}

const whereIn = ({ head }: Verified): string => `move ${head.sequence + 1} of the history`;

/** Returns the state after a signed move. Throws a SignatureError if the move may not follow `verified`. */
function follow(verified: Verified, { move, envelope }: SignedMove): Head {
  const { head } = verified;
  const where = whereIn(verified);
  const { id, at, sequence, previous, entries, versions, complete } = move;
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
  const [refusal] = keyRefusals(verified, envelope.key, Object.keys(entries), at);
  if (refusal !== undefined) throw new SignatureError(`${where} is refused: ${refusal}`);
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

/** Returns the state after the signed move in `line`. Throws a SignatureError if it may not follow `verified`. */
export function headAfter(verified: Verified, line: string): Head {
  const where = whereIn(verified);
  const envelope = parseEnvelope(line);
  if (!envelope) throw new SignatureError(`${where} is not signed`);
  if (!isSigned(envelope, 'move')) throw new SignatureError(`${where} has an invalid signature`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), signedSchema), envelope.payload);
  if (!parsed.success) throw new SignatureError(`${where}: ${parsed.issues[0].message}`);
  return follow(verified, { move: parsed.output, envelope });
}

/** Returns the digest of a version's release.json; undefined if the file is missing. */
export async function readDigest(release: string, name: string, version: string) {
  const file = path.join(folderOfVersion(release, name, version), 'release.json');
  const content = await readIfPresent(file);
  return content && digestOf(content);
}

/**
 * Returns the fields that a move to `document` adds to its signed record. Throws a SignatureError if a changed pointer
 * names a version that is not new, and that no signed move has published as it is.
 */
async function signedFields(
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

/** The release whose pointers are moved, and the key that signs the move. */
interface Signing {
  readonly store: ReleaseStore;
  readonly signer?: Signer | undefined;
}

function requireSigner({ signer, store }: Signing): Signer {
  if (signer) return signer;
  throw new UsageError(
    `${store.address} is signed: name the file of your private key with --key, or in PATCHWORK_KEY`,
  );
}

/**
 * Checks a move if the release is signed. Throws a UsageError without a key, a SignatureError if the key may not move
 * the pointers to `after`, or if a live version is below its piece's minimum.
 */
export function requireAllowedMove(
  signing: Signing,
  signed: Verified | undefined,
  after: RegistryDocument,
): void {
  if (!signed) return;
  const changed = Object.keys(changedEntries(after, signed.head));
  requireAllowed(signed, requireSigner(signing).key, changed);
  requireMinimum(after, signed.owners);
}

/**
 * Signs the record of a move to `document`. Returns the line for the history, and the state after the move. `isNew`
 * says whether the command publishes a version. Throws as requireAllowedMove and signedFields do.
 */
export async function signMove(
  signing: Signing,
  signed: Verified,
  record: MoveRecord,
  document: RegistryDocument,
  isNew: (name: string, version: string) => boolean,
): Promise<{ readonly line: string; readonly next: Verified }> {
  requireAllowedMove(signing, signed, document);
  const move = {
    ...record,
    ...(await signedFields(signing.store.folder, document, signed, isNew)),
  };
  const envelope = requireSigner(signing).sign('move', lineOf(move));
  const next = { ...signed, head: follow(signed, { move, envelope }) };
  return { line: JSON.stringify(envelope), next };
}
