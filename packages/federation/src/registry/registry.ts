import * as v from 'valibot';
import { versionSchema } from './declaration.ts';
import { collision, issueText, lacksRemote, nameOf } from './registry-problems.ts';
import { type RemoteOrigins, type SourceRules, sourceProblem } from './version-source.ts';

/** A file's subresource integrity: 'sha384-…'. */
const integrity = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'an integrity is “sha384-…”'),
);

const sharedPackage = v.object({ version: v.string(), requiredVersion: v.string() });

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** One published version of a remote. Its folder never changes again. */
const publishedRemoteSchema = v.object({
  ...versionSchema.entries,
  /** By path relative to the entry, every published file. */
  integrity: v.optional(v.record(v.string(), integrity), {}),
  /** The packages that it shares: the version it brings, and the range that it accepts. */
  shared: v.optional(v.record(v.string(), sharedPackage), {}),
  /** Bytes of all its files, as they are and with brotli. */
  size: v.optional(v.object({ raw: count, brotli: count })),
  /** ISO, UTC. */
  publishedAt: v.optional(v.string()),
});

const percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99));

/** Read one by one: a bad canary must not take the stable version with it. */
const pointersSchema = v.object({
  id: v.string(),
  stable: v.unknown(),
  canary: v.optional(v.object({ release: v.unknown(), percent })),
  previous: v.optional(v.array(v.unknown()), []),
});

const shellSchema = v.object({
  version: v.string(),
  previous: v.optional(v.pipe(v.array(v.string()), v.readonly()), []),
});

/** registry.json: which versions of each piece a release folder offers. */
const registrySchema = v.object({
  /** Lets an older shell refuse a document whose shape it does not know. */
  format: v.literal(2),
  shell: v.optional(shellSchema),
  /** In a page only, which has a part of it: address of the complete registry. */
  complete: v.optional(v.string()),
  /** The complete registry's hash. */
  completeIntegrity: v.optional(integrity),
  /** A remote could not be read and was left out: a path that no other declares may be its page's. */
  incomplete: v.optional(v.boolean()),
  remotes: v.array(v.unknown()),
});

export type PublishedRemote = v.InferOutput<typeof publishedRemoteSchema>;

/** The versions of one remote that visitors may get. */
export interface RemotePointers {
  readonly id: string;
  /** The version of all visitors who are not in the canary's share. */
  readonly stable: PublishedRemote;
  /** Of the visitors, 1 to 99 percent. */
  readonly canary?: { readonly release: PublishedRemote; readonly percent: number } | undefined;
  /** Good versions that were stable before, newest first: a browser falls back to the first. */
  readonly previous: readonly PublishedRemote[];
}

export interface Registry extends Readonly<Omit<v.InferOutput<typeof registrySchema>, 'remotes'>> {
  readonly remotes: readonly RemotePointers[];
}

export interface ParsedRegistry {
  readonly registry: Registry;
  /** One sentence for each thing that was left out, naming the remote and the field at fault. */
  readonly problems: readonly string[];
}

type Read<T> = { readonly value: T } | { readonly problem: string };

function readRelease(document: unknown, id: string, rules: SourceRules): Read<PublishedRemote> {
  const parsed = v.safeParse(publishedRemoteSchema, document);
  if (!parsed.success) return { problem: issueText(parsed.issues) };
  if (parsed.output.id !== id) return { problem: `id: this is a release of ${parsed.output.id}` };
  const problem = sourceProblem(parsed.output, rules);
  return problem === undefined ? { value: parsed.output } : { problem };
}

/** Reads one remote's pointers. What is wrong with its canary or an old version goes to `report`. */
function readRemote(
  document: unknown,
  rules: SourceRules,
  report: (problem: string) => void,
): Read<RemotePointers> {
  const parsed = v.safeParse(pointersSchema, document);
  if (!parsed.success) return { problem: issueText(parsed.issues) };
  const { id, canary } = parsed.output;
  const stable = readRelease(parsed.output.stable, id, rules);
  if ('problem' in stable) return stable;
  const previous = parsed.output.previous.flatMap((old) => {
    const release = readRelease(old, id, rules);
    if ('value' in release) return [release.value];
    report(`${id}: a previous version: ${release.problem}`);
    return [];
  });
  const remote = { id, stable: stable.value, previous };
  if (!canary) return { value: remote };
  const release = readRelease(canary.release, id, rules);
  if ('value' in release) {
    return { value: { ...remote, canary: { release: release.value, percent: canary.percent } } };
  }
  report(`${id}: its canary: ${release.problem}`);
  return { value: remote };
}

/** What is not another remote's at the same time: the stable versions' claims come first. */
function withoutCollidingCanaries(
  remotes: readonly RemotePointers[],
  report: (problem: string) => void,
): RemotePointers[] {
  return remotes.map((remote) => {
    const { canary, ...rest } = remote;
    const others = remotes.filter(({ id }) => id !== remote.id).map(({ stable }) => stable);
    const problem = canary && collision(canary.release, others);
    if (problem === undefined) return remote;
    report(`${remote.id}: its canary: ${problem}`);
    return rest;
  });
}

/**
 * Reads a registry. What is described badly is left out and named in `problems`, so that one team's mistake never takes the others with it,
 * nor a bad canary the stable version; so is what has no hash, or comes from an origin that is not allowed. Throws when the document itself
 * is unreadable.
 */
export function parseRegistry(
  document: unknown,
  remoteOrigins: RemoteOrigins = [],
): ParsedRegistry {
  const envelope = v.safeParse(registrySchema, document);
  if (!envelope.success) throw new Error(`Unreadable registry: ${issueText(envelope.issues)}`);
  const { remotes: entries, ...rest } = envelope.output;
  const rules = { remoteOrigins, hashesFollow: rest.complete !== undefined };
  const remotes: RemotePointers[] = [];
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  for (const [index, entry] of entries.entries()) {
    const name = nameOf(entry, index);
    const read = readRemote(entry, rules, report);
    const stables = remotes.map(({ stable }) => stable);
    const problem = 'problem' in read ? read.problem : collision(read.value.stable, stables);
    if (problem !== undefined) report(`${name}: ${problem}`);
    else if ('value' in read) remotes.push(read.value);
  }
  const checked = withoutCollidingCanaries(remotes, report);
  const incomplete = lacksRemote(entries, remotes) && { incomplete: true };
  return { registry: { ...rest, ...incomplete, remotes: checked }, problems };
}
