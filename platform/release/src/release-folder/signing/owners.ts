import { createHash } from 'node:crypto';
import path from 'node:path';
import semver from 'semver';
import * as v from 'valibot';
import { type ReadFile, readValid, replaceFile } from '../files.ts';
import { isSigned, parseEnvelope, SignatureError } from '../keys.ts';

export const OWNERS = 'owners.json';

export const isoTime = v.pipe(v.string(), v.isoTimestamp());

/** Schema of what the pipelines of a repository may move. */
export const repositorySchema = v.strictObject({
  pieces: v.array(v.string()),
  /** The only branch or tag whose pipelines may move what visitors get; all may move previews. */
  ref: v.optional(v.string(), 'refs/heads/main'),
  /** Environment that such a pipeline has to run in. By default any, or none. */
  environment: v.optional(v.string()),
});

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
  /** Repositories whose pipelines may upload to a server that accepts builds, by name: 'github.com/acme/shop'. */
  repositories: v.optional(v.record(v.string(), repositorySchema), {}),
  /** Keys whose moves and versions are not accepted any more. */
  stolen: v.optional(v.array(v.string()), []),
});

/** Digest of a version's release.json, and the key by which the version counts as published. */
const versionSchema = v.object({ digest: v.string(), by: v.string() });

/** Schema of hashes of complete registries, by path. Absent in a move that was made before they were signed. */
export const completeSchema = v.optional(
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

export type Checkpoint = v.InferOutput<typeof checkpointSchema>;

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

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

const checkpointFile = (folder: string): string => path.join(folder, '.trusted.json');

/** Reads the state up to which the copy in a folder was verified last; undefined if it never was. */
export const readCheckpoint = (folder: string): Promise<Checkpoint | undefined> =>
  readValid(checkpointFile(folder), checkpointSchema);

export function writeCheckpoint(folder: string, { owners, head }: Verified): Promise<void> {
  const { sequence, hash } = head;
  const checkpoint: Checkpoint = { owners: owners.version, sequence, hash };
  return replaceFile(checkpointFile(folder), JSON.stringify(checkpoint));
}
