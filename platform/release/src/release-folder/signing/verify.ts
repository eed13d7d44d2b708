import * as v from 'valibot';
import { type ReadFile, readerOf } from '../files.ts';
import { readLines } from '../history.ts';
import { parseEnvelope, SignatureError } from '../keys.ts';
import { publishedVersions } from '../layout.ts';
import type { RegistryDocument } from '../registry.ts';
import {
  type Checkpoint,
  digestOf,
  type Head,
  OWNERS,
  type Owners,
  readSignedOwners,
  type Verified,
} from './owners.ts';
import {
  changedEntries,
  completeOf,
  headAfter,
  piecesIn,
  readDigest,
  requireMinimum,
  versionKey,
} from './signed-moves.ts';

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
