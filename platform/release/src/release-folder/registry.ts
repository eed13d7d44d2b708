import path from 'node:path';
import { configFields } from '@patchwork/build/policy';
import {
  type ParsedRegistry,
  type Preview,
  type PublishedRemote,
  parsePreviews,
  parseRegistry,
  type Registry,
  type RemoteOrigins,
  type RemotePointers,
} from '@patchwork/host';
import * as v from 'valibot';
import { messageOf, ReleaseError } from '../errors.ts';
import { readConfig } from './config.ts';
import { readIfPresent } from './files.ts';
import { pieceNames, publishedVersions, shellName } from './layout.ts';
import { namesIn, type Pointers, pointerNamesSchema } from './piece-pointers.ts';
import type { ReleaseStore } from './store.ts';

/**
 * A withdrawn remote: nobody gets it any more, but its pointers are kept. The pointers are version names only, to keep
 * registry.json small for browsers; the rest is in each version's release.json.
 */
const withdrawnSchema = v.object({
  id: v.string(),
  ...pointerNamesSchema.entries,
  /** ISO, UTC. */
  withdrawnAt: v.string(),
});

export type Withdrawn = v.InferOutput<typeof withdrawnSchema>;

const readWithdrawn = (value: unknown): Withdrawn[] =>
  v.parse(v.optional(v.array(withdrawnSchema), []), value);

export const withdrawnIn = (
  { withdrawn = [] }: { readonly withdrawn?: readonly Withdrawn[] },
  id: string,
): Withdrawn | undefined => withdrawn.find((remote) => remote.id === id);

const pruningSchema = v.object({
  /** ISO, UTC. */
  since: v.string(),
  /** Folders and files to delete, relative to the release folder. Empty after the deletion. */
  paths: v.array(v.string()),
});

type Pruning = v.InferOutput<typeof pruningSchema>;

/**
 * Milliseconds after which an announced deletion no longer counts: its process has ended or was killed. A running
 * process renews the announcement every minute; the other four minutes allow for clocks that differ.
 */
const PRUNING_MS = 5 * 60_000;

/** Reads the announcement of a deletion; undefined if there is none, or if it is older than PRUNING_MS. */
function readPruning(value: unknown): Pruning | undefined {
  const pruning = v.parse(v.optional(pruningSchema), value);
  const isOver = pruning && Date.now() - Date.parse(pruning.since) > PRUNING_MS;
  return isOver ? undefined : pruning;
}

/**
 * registry.json with its remotes unparsed. Each entry is parsed when it is needed and written back unchanged, so that a
 * broken one doesn't affect the others.
 */
export interface RegistryDocument {
  readonly format: 2;
  readonly shell?: Registry['shell'];
  readonly remotes: readonly unknown[];
  /** Withdrawn remotes, which can be restored. Not embedded in pages. */
  readonly withdrawn?: readonly Withdrawn[];
  /** Unparsed previews: versions for visitors with a preview's link. Absent if there are none. */
  readonly previews?: unknown;
  /** Id of the last move's record: see history/history.ts. Not embedded in pages. */
  readonly lastMove?: string | undefined;
  /**
   * Deletion that “patchwork prune” has announced: no pointer may name one of the paths. `paths` is empty when the
   * deletion has ended.
   */
  readonly pruning?: Pruning | undefined;
  /** Origins that config.json allows for remotes, besides the shop's own. Not part of registry.json. */
  readonly remoteOrigins: readonly string[];
}

export const registryFile = (release: string): string => path.join(release, 'registry.json');

async function hasVersions(release: string): Promise<boolean> {
  const names = await pieceNames(release);
  const versions = await Promise.all(names.map((name) => publishedVersions(release, name)));
  return versions.flat().length > 0;
}

const idOf = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;

const textOrNothing = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/**
 * Returns the origins that config.json allows for remotes, besides the shop's own; none if config.json is missing or
 * unreadable. An unreadable one is reported when the page is written.
 */
export async function readRemoteOrigins(release: string): Promise<readonly string[]> {
  return configFields(await readConfig(release).catch(() => undefined)).remoteOrigins;
}

/**
 * Reads registry.json; returns an empty registry if there is neither the file nor a version. Throws a ReleaseError if
 * the file is broken, or missing although there are versions.
 */
export async function readRegistry(release: string): Promise<RegistryDocument> {
  const file = registryFile(release);
  // Checks for versions first: a publication that runs meanwhile writes the registry before any version.
  const isUsed = await hasVersions(release);
  const text = (await readIfPresent(file))?.toString();
  const remoteOrigins = await readRemoteOrigins(release);
  if (text === undefined && !isUsed) return { format: 2, remotes: [], remoteOrigins };
  if (text === undefined) {
    throw new ReleaseError(
      `${file} is missing, but there are versions in ${release}. Restore a copy of it, or run “patchwork recover”, which rebuilds it from index.html (--dry-run shows what it finds). More: docs/releases.md#when-registryjson-is-lost`,
    );
  }
  return parseDocument(file, text, remoteOrigins);
}

/** Parses the text of a registry. Throws a ReleaseError, which names `file`, if the text is broken. */
export function parseDocument(
  file: string,
  text: string,
  remoteOrigins: readonly string[] = [],
): RegistryDocument {
  try {
    const document: Record<string, unknown> = Object(JSON.parse(text));
    const { remotes, withdrawn, previews, lastMove, pruning } = document;
    // Leaves remotes unparsed: each is parsed separately, so that a broken one doesn't affect the others.
    const { shell } = parseRegistry({ ...document, remotes: [] }).registry;
    if (!Array.isArray(remotes)) throw new Error('remotes: this is not a list');
    return {
      ...{ format: 2, shell, remotes, withdrawn: readWithdrawn(withdrawn), previews },
      ...{ lastMove: textOrNothing(lastMove), remoteOrigins },
      pruning: readPruning(pruning),
    };
  } catch (error) {
    throw new ReleaseError(
      `${file} cannot be read (${messageOf(error)}). It names every live version: fix it, restore a copy of it, or move it away and run “patchwork recover”. More: docs/releases.md#when-registryjson-is-lost`,
    );
  }
}

/**
 * Returns the paths that “patchwork prune” is deleting, read from the content of registry.json; none if it isn't JSON.
 */
export function pathsBeingPruned(registry: Buffer): readonly string[] {
  const schema = v.pipe(v.string(), v.parseJson(), v.object({ pruning: v.unknown() }));
  const parsed = v.safeParse(schema, registry.toString());
  return parsed.success ? (readPruning(parsed.output.pruning)?.paths ?? []) : [];
}

/**
 * Writes registry.json, and so moves all pointers atomically: readers get the old or the new document. Rejects with a
 * ConflictError if another machine has changed the file.
 */
export function writeRegistry(
  store: ReleaseStore,
  { format, shell, remotes, withdrawn = [], previews, lastMove, pruning }: RegistryDocument,
): Promise<void> {
  const kept = withdrawn.length > 0 ? { withdrawn } : {};
  const document = { format, shell, remotes, ...kept, previews, lastMove, pruning };
  const text = JSON.stringify(document, null, 2);
  return store.replace('registry.json', `${text}\n`);
}

/**
 * Cache of parsed registries and entries, by their unparsed objects, which are replaced but never mutated. A registry
 * of 100 remotes has 1.7 MB, and a command reads it about ten times.
 */
const known = new WeakMap<object, ParsedRegistry>();

function readOnce(key: object, document: object, remoteOrigins: RemoteOrigins): ParsedRegistry {
  const read = known.get(key) ?? parseRegistry(document, remoteOrigins);
  known.set(key, read);
  return read;
}

/** Returns the registry as browsers parse it. */
export const registryIn = (document: RegistryDocument): Registry =>
  readOnce(document, document, document.remoteOrigins).registry;

/** Returns a sentence for each unparsable part of a registry. Every page leaves these parts out. */
export const problemsIn = (document: RegistryDocument): string[] =>
  [
    ...readOnce(document, document, document.remoteOrigins).problems,
    ...parsePreviews(document).problems,
  ].map((problem) => `registry.json: left out ${problem}`);

/** Parses one entry, whatever its origin. The page checks the origin; the gate finds collisions with other remotes. */
const readEntry = (entry: unknown): ParsedRegistry =>
  readOnce(Object(entry), { format: 2, remotes: [entry] }, 'any');

/** Returns the remotes that can be parsed. */
export const remotesIn = ({ remotes }: RegistryDocument): RemotePointers[] =>
  remotes.flatMap((entry) => readEntry(entry).registry.remotes);

/** Returns a remote's live versions: its stable version and, if there is one, its canary. */
export const liveOf = ({ stable, canary }: RemotePointers): PublishedRemote[] =>
  canary ? [stable, canary.release] : [stable];

/** Returns a remote's pointers; undefined if it has none. Throws a ReleaseError if they are broken. */
export function remoteIn({ remotes }: RegistryDocument, id: string): RemotePointers | undefined {
  const entry = remotes.find((candidate) => idOf(candidate) === id);
  if (entry === undefined) return undefined;
  const { registry: releases, problems } = readEntry(entry);
  if (releases.remotes[0]) return releases.remotes[0];
  throw new ReleaseError(
    `registry.json: ${problems.join('; ')}. Fix this entry, or use the checkout that wrote it, which may be newer`,
  );
}

/** Returns the pointers of a remote or the shell; undefined if it has none. Throws as remoteIn does. */
export function pointersIn(document: RegistryDocument, name: string): Pointers | undefined {
  if (name !== shellName) return remoteIn(document, name);
  const { shell } = document;
  if (!shell) return undefined;
  const previous = shell.previous.map((version) => ({ version }));
  return { id: shellName, stable: { version: shell.version }, previous };
}

/** Returns the document with a piece's pointers added or replaced. Restores a withdrawn remote. */
export function withPointers(document: RegistryDocument, pointers: Pointers): RegistryDocument {
  const { id, stable, previous } = pointers;
  if (id === shellName) {
    const versions = previous.map(({ version }) => version);
    return { ...document, shell: { version: stable.version, previous: versions } };
  }
  const { remotes, withdrawn = [] } = document;
  const isKnown = remotes.some((entry) => idOf(entry) === id);
  return {
    ...document,
    remotes: isKnown
      ? remotes.map((entry) => (idOf(entry) === id ? pointers : entry))
      : [...remotes, pointers],
    withdrawn: withdrawn.filter((remote) => remote.id !== id),
  };
}

/** Returns the document with a remote withdrawn. The remote's pointers are kept, so that it can be restored. */
export function withoutRemote(document: RegistryDocument, pointers: Pointers): RegistryDocument {
  const { id } = pointers;
  const withdrawn = { id, ...namesIn(pointers), withdrawnAt: new Date().toISOString() };
  const remotes = document.remotes.filter((entry) => idOf(entry) !== id);
  return { ...document, remotes, withdrawn: [...(document.withdrawn ?? []), withdrawn] };
}

/** Returns the previews that can be parsed, including ended ones. */
export const previewsIn = (document: RegistryDocument): readonly Preview[] =>
  parsePreviews(document).previews;

/** Returns the document with a preview added or replaced, or removed if `preview` is undefined. */
export function withPreview(
  document: RegistryDocument,
  name: string,
  preview?: Preview,
): RegistryDocument {
  const entries = Array.isArray(document.previews) ? document.previews : [];
  const others = entries.filter((entry) => Object(entry).name !== name);
  const previews = preview ? [...others, preview] : others;
  return { ...document, previews: previews.length > 0 ? previews : undefined };
}
