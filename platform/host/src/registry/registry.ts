import * as v from 'valibot';
import { entryHash, fileName } from '../loading/version-files.ts';
import { type RemoteDeclaration, versionSchema } from './declaration.ts';
import { type SetValues, setValuesSchema } from './settings.ts';

/**
 * Whether a text is a valid preview name: 1 to 50 lower-case letters, digits and "-". Check a name from a URL before
 * using, showing or storing it.
 */
export const isPreviewName = (text: string): boolean => /^[a-z0-9-]{1,50}$/.test(text);

/**
 * Origins that entries may come from, in addition to the shop's own: `remoteOrigins` of the runtime configuration.
 * 'any' is for tools that read a registry without running its code.
 */
export type RemoteOrigins = readonly string[] | 'any';

interface SourceRules {
  readonly remoteOrigins: RemoteOrigins;
  /** Whether the hash of an entry may be missing, because it will be loaded later: see ShopRegistry.prepare. */
  readonly hashesFollow: boolean;
}

/** Placeholder for the shop's own origin. */
const ownOrigin = 'https://own.invalid';

/** Returns the origin of an address as browsers resolve it: '/\host' and '/<tab>/host' lead to other hosts. */
function originOf(entry: string): string | undefined {
  return URL.canParse(entry, ownOrigin) ? new URL(entry, ownOrigin).origin : undefined;
}

/**
 * Whether an entry comes from a development server on this machine. Such an entry changes with each edit, so it has no
 * hash.
 */
export const isInDevelopment = (entry: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1):\d+\//.test(entry);

/** Returns the reason why a version must not be loaded, beginning with the invalid field; undefined if it may be. */
function sourceProblem(
  version: { readonly entry: string; readonly integrity: Readonly<Record<string, string>> },
  { remoteOrigins, hashesFollow }: SourceRules,
): string | undefined {
  const { entry } = version;
  const origin = originOf(entry);
  if (origin === undefined) return `entry: “${entry}” is no address`;
  const isOwn = entry.startsWith('/') && origin === ownOrigin;
  if (!isOwn && remoteOrigins !== 'any' && !remoteOrigins.includes(origin)) {
    return `entry: it comes from ${origin}, which “remoteOrigins” in config.json does not list`;
  }
  if (hashesFollow || entryHash(version) !== undefined || isInDevelopment(entry)) return undefined;
  return `integrity: the hash of ${fileName(entry)} is missing: copy “integrity” from the release.json of this version`;
}

export const nameOf = (entry: unknown, index: number): string =>
  v.is(v.object({ id: v.string() }), entry) ? entry.id : `remote ${index + 1}`;

export const issueText = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'document'}: ${issue.message}`).join('; ');

/** Whether any remote of a document is missing from those that were accepted. */
export const lacksRemote = (
  entries: readonly unknown[],
  read: readonly { readonly id: string }[],
): boolean => entries.some((entry, index) => read.every(({ id }) => id !== nameOf(entry, index)));

/**
 * Returns a problem if a remote claims the id, a route or a page name of one of the others; undefined if it doesn't.
 */
export function collision(
  remote: RemoteDeclaration,
  others: readonly RemoteDeclaration[],
): string | undefined {
  const paths = new Set(remote.routes.map(({ path }) => path.toLowerCase()));
  const pages = new Set(remote.routes.map(({ page }) => page));
  for (const other of others) {
    if (other.id === remote.id) return 'listed twice';
    // To compare all routes of 100 remotes with each other would take a tenth of a page's start.
    const isFree = other.routes.every(
      ({ path, page }) => !paths.has(path.toLowerCase()) && !pages.has(page),
    );
    if (isFree) continue;
    const route = remote.routes.find(({ path }) =>
      other.routes.some((taken) => taken.path.toLowerCase() === path.toLowerCase()),
    );
    if (route) return `the route ${route.path} is ${other.id}’s already`;
    const page = remote.routes.find((route) =>
      other.routes.some((taken) => taken.page === route.page),
    )?.page;
    if (page) return `the page ${page} is ${other.id}’s already`;
  }
  return undefined;
}

const integrity = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'an integrity is “sha384-…”'),
);

const sharedPackage = v.object({ version: v.string(), requiredVersion: v.string() });

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A published version of a remote. Its folder never changes. */
const publishedRemoteSchema = v.object({
  ...versionSchema.entries,
  /** Hashes of the published files, by path relative to the entry. The registry in a page has only some of them. */
  integrity: v.optional(v.record(v.string(), integrity), {}),
  /** Shared packages by name: the version that the remote was built with, and the range that it accepts. */
  shared: v.optional(v.record(v.string(), sharedPackage), {}),
  /** Total size of the version's files in bytes, uncompressed and with brotli. */
  size: v.optional(v.object({ raw: count, brotli: count })),
  /** Time of publication: ISO, UTC. */
  publishedAt: v.optional(v.string()),
});

const percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99));

/** Pointers of one remote. Each is parsed separately, so that a bad canary doesn't invalidate the stable version. */
const pointersSchema = v.object({
  id: v.string(),
  stable: v.unknown(),
  canary: v.optional(v.object({ release: v.unknown(), percent })),
  previous: v.optional(v.array(v.unknown()), []),
  values: v.optional(v.unknown()),
});

const shellSchema = v.object({
  version: v.string(),
  previous: v.optional(v.pipe(v.array(v.string()), v.readonly()), []),
});

/** registry.json: the live versions of each piece in a release folder. */
const registrySchema = v.object({
  /** Version of the document's structure. A shell refuses any version but its own. */
  format: v.literal(2),
  shell: v.optional(shellSchema),
  /** Address of the complete registry. Only in the part that is embedded in a page. */
  complete: v.optional(v.string()),
  completeIntegrity: v.optional(integrity),
  /** Whether an unreadable remote was left out. An unknown path may then be one of its pages. */
  incomplete: v.optional(v.boolean()),
  remotes: v.array(v.unknown()),
});

export type PublishedRemote = v.InferOutput<typeof publishedRemoteSchema>;

/** The versions of one remote that visitors can get. */
export interface RemotePointers {
  readonly id: string;
  /** Version for all visitors outside the canary's share. */
  readonly stable: PublishedRemote;
  /** Canary, and its share of the visitors: 1 to 99 percent. */
  readonly canary?: { readonly release: PublishedRemote; readonly percent: number } | undefined;
  /** Earlier stable versions, newest first. A browser falls back to the newest that has not failed. */
  readonly previous: readonly PublishedRemote[];
  /** Values of settings, for all versions; absent if all settings have their defaults. */
  readonly values?: SetValues | undefined;
}

export interface Registry extends Readonly<Omit<v.InferOutput<typeof registrySchema>, 'remotes'>> {
  readonly remotes: readonly RemotePointers[];
}

export interface ParsedRegistry {
  readonly registry: Registry;
  /** A sentence for each part that was left out, with the remote and the reason. */
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

/**
 * Parses one remote's pointers. Leaves out a canary, a previous version or values that have a problem, and passes the
 * problem to `report`.
 */
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
  const values = v.safeParse(v.optional(setValuesSchema), parsed.output.values);
  if (!values.success) report(`${id}: values: ${issueText(values.issues)}`);
  const set = values.success && values.output && { values: values.output };
  const remote = { id, stable: stable.value, previous, ...set };
  if (!canary) return { value: remote };
  const release = readRelease(canary.release, id, rules);
  if ('value' in release) {
    return { value: { ...remote, canary: { release: release.value, percent: canary.percent } } };
  }
  report(`${id}: its canary: ${release.problem}`);
  return { value: remote };
}

/** Drops canaries that claim a route or page of another remote's stable version. */
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
 * Parses a registry. A remote is left out, with a sentence in `problems`, if its stable version is invalid, lacks the
 * entry's hash, has an origin that is not allowed, or claims the id, a route or a page name of an earlier remote: one
 * team's mistake never affects the others. If only its canary or a previous version is invalid, only that version is
 * left out. Throws if the document as a whole is unreadable.
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

/** Returns all versions that a page may load. */
export const versionsOf = ({ remotes }: Pick<Registry, 'remotes'>): PublishedRemote[] =>
  remotes.flatMap(({ stable, canary, previous }) => [
    stable,
    ...(canary ? [canary.release] : []),
    ...previous,
  ]);

/** Returns a remote's live pointers. Adds the page's versions to the previous ones, so that their hashes stay known. */
function withOwn(live: RemotePointers, own: RemotePointers): RemotePointers {
  const listed = [live.stable, ...live.previous].map(({ version }) => version);
  const missing = versionsOf({ remotes: [own] }).filter(({ version }) => !listed.includes(version));
  return { ...live, previous: [...live.previous, ...missing] };
}

/** Adds the live versions to a page's registry. Remotes that the page doesn't know are not added. */
export function withLive(page: Registry, live: Registry): Registry {
  const remotes = page.remotes.map((own) => {
    const newer = live.remotes.find(({ id }) => id === own.id);
    return newer ? withOwn(newer, own) : own;
  });
  return { ...page, remotes };
}
