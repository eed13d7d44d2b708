import path from 'node:path';
import {
  type ParsedRegistry,
  type Preview,
  type PublishedRemote,
  parsePreviews,
  parseRegistry,
  type Registry,
  type RemoteOrigins,
  type RemotePointers,
} from '@patchwork/federation';
import * as v from 'valibot';
import { messageOf, ReleaseError } from '../errors.ts';
import { configFields, readConfig } from './config.ts';
import { readIfPresent, replaceFile } from './files.ts';
import { pieceNames, publishedVersions, shellName } from './layout.ts';
import { namesIn, type Pointers, pointerNamesSchema } from './pointers.ts';

/**
 * A withdrawn remote: no visitor gets it any more, and its pointers are kept. They hold only the names of versions:
 * browsers may load registry.json, and each version's release.json has the rest.
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

/**
 * registry.json with unparsed remotes. Each is parsed by itself when it is needed, and written back unchanged: an entry
 * that one team broke does not stop the others.
 */
export interface RegistryDocument {
  readonly format: 2;
  readonly shell?: Registry['shell'];
  readonly remotes: readonly unknown[];
  /** Withdrawn remotes, which can be put back. No page has them. */
  readonly withdrawn?: readonly Withdrawn[];
  /** List of previews: only those who open their link get them. Absent if there is none. */
  readonly previews?: unknown;
  /** The id of the record of the last move: see history/history.ts. No page has it. */
  readonly lastMove?: string | undefined;
  /** Origins that config.json allows entries to come from; not part of the file. */
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
 * Reads the origins that config.json allows entries to come from. An unreadable config.json allows none: the code that
 * writes the page reports it.
 */
export async function readRemoteOrigins(release: string): Promise<readonly string[]> {
  return configFields(await readConfig(release).catch(() => undefined)).remoteOrigins;
}

/**
 * Reads registry.json; returns an empty registry for an empty folder. Throws a ReleaseError if the file is broken, or
 * if it is missing although there are versions.
 */
export async function readRegistry(release: string): Promise<RegistryDocument> {
  const file = registryFile(release);
  // Versions are looked for first: a publication that runs meanwhile writes the registry before any version.
  const isUsed = await hasVersions(release);
  const text = (await readIfPresent(file))?.toString();
  const remoteOrigins = await readRemoteOrigins(release);
  if (text === undefined && !isUsed) return { format: 2, remotes: [], remoteOrigins };
  if (text === undefined) {
    throw new ReleaseError(
      `${file} is missing, but there are versions in ${release}. Put a copy of it back; or “patchwork recover” writes it again from index.html, and with --dry-run shows what it finds. More: docs/releases.md#when-registryjson-is-lost`,
    );
  }
  try {
    const document = JSON.parse(text) as Record<string, unknown>;
    const { remotes, withdrawn, previews, lastMove } = document;
    // Parsed without its remotes: each is parsed by itself, so that a broken one does not stop the others.
    const { shell } = parseRegistry({ ...document, remotes: [] }).registry;
    if (!Array.isArray(remotes)) throw new Error('remotes: this is no list');
    return {
      ...{ format: 2, shell, remotes, withdrawn: readWithdrawn(withdrawn), previews },
      ...{ lastMove: textOrNothing(lastMove), remoteOrigins },
    };
  } catch (error) {
    throw new ReleaseError(
      `${file} cannot be read (${messageOf(error)}). It names every live version: fix it, put a copy of it back, or move it away and run “patchwork recover”. More: docs/releases.md#when-registryjson-is-lost`,
    );
  }
}

/** Moves all pointers in one step: a reader gets the old document or the new one. */
export function writeRegistry(
  release: string,
  { format, shell, remotes, withdrawn = [], previews, lastMove }: RegistryDocument,
): Promise<void> {
  const kept = withdrawn.length > 0 ? { withdrawn } : {};
  const text = JSON.stringify({ format, shell, remotes, ...kept, previews, lastMove }, null, 2);
  return replaceFile(registryFile(release), `${text}\n`);
}

/**
 * Parsed registries, by their document or entry, which is never changed, only replaced. Parsed once: a registry of 100
 * remotes has 1.7 MB, and one command reads it about ten times.
 */
const known = new WeakMap<object, ParsedRegistry>();

function readOnce(key: object, document: object, remoteOrigins: RemoteOrigins): ParsedRegistry {
  const read = known.get(key) ?? parseRegistry(document, remoteOrigins);
  known.set(key, read);
  return read;
}

/** The registry as a browser parses it. */
export const registryIn = (document: RegistryDocument): Registry =>
  readOnce(document, document, document.remoteOrigins).registry;

/** A sentence for each part of a registry that can't be parsed, and so is left out of every page. */
export const problemsIn = (document: RegistryDocument): string[] =>
  [
    ...readOnce(document, document, document.remoteOrigins).problems,
    ...parsePreviews(document).problems,
  ].map((problem) => `registry.json: left out ${problem}`);

/** Parses an entry by itself: collisions with other remotes are checked by the gate, its origin by the page. */
const readEntry = (entry: unknown): ParsedRegistry =>
  readOnce(Object(entry), { format: 2, remotes: [entry] }, 'any');

/** The remotes that can be parsed. */
export const remotesIn = ({ remotes }: RegistryDocument): RemotePointers[] =>
  remotes.flatMap((entry) => readEntry(entry).registry.remotes);

/** Versions of a remote that visitors may get. */
export const liveOf = ({ stable, canary }: RemotePointers): PublishedRemote[] =>
  canary ? [stable, canary.release] : [stable];

/** A remote's pointers, undefined when it has none. Throws a ReleaseError when they are broken. */
export function remoteIn({ remotes }: RegistryDocument, id: string): RemotePointers | undefined {
  const entry = remotes.find((candidate) => idOf(candidate) === id);
  if (entry === undefined) return undefined;
  const { registry: releases, problems } = readEntry(entry);
  if (releases.remotes[0]) return releases.remotes[0];
  throw new ReleaseError(
    `registry.json: ${problems.join('; ')}. Fix this entry, or use the checkout that wrote it, which may be newer`,
  );
}

/** The pointers of a remote or the shell; undefined when it has none. Throws as remoteIn does. */
export function pointersIn(document: RegistryDocument, name: string): Pointers | undefined {
  if (name !== shellName) return remoteIn(document, name);
  const { shell } = document;
  if (!shell) return undefined;
  const previous = shell.previous.map((version) => ({ version }));
  return { id: shellName, stable: { version: shell.version }, previous };
}

/** Returns the document with a piece's pointers added or replaced. A remote that was withdrawn is put back. */
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

/**
 * Returns the document with a remote withdrawn: no visitor gets it, and its pointers are kept so that it can be put
 * back.
 */
export function withoutRemote(document: RegistryDocument, pointers: Pointers): RegistryDocument {
  const { id } = pointers;
  const withdrawn = { id, ...namesIn(pointers), withdrawnAt: new Date().toISOString() };
  const remotes = document.remotes.filter((entry) => idOf(entry) !== id);
  return { ...document, remotes, withdrawn: [...(document.withdrawn ?? []), withdrawn] };
}

/** Previews that can be parsed, including those whose time is over. */
export const previewsIn = (document: RegistryDocument): readonly Preview[] =>
  parsePreviews(document).previews;

/** Returns the document with the preview of this name added or replaced; without `preview`, with it removed. */
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
