import { configFields } from '@patchwork/build/policy';
import {
  canaryPreview,
  isOver,
  isPreviewName,
  type Preview,
  type PublishedRemote,
} from '@patchwork/host';
import { ReleaseError, UsageError } from '../errors.ts';
import { readTypes } from '../gate/types/types-index.ts';
import type { Size } from '../release-folder/compression.ts';
import { readConfig } from '../release-folder/config.ts';
import {
  logFile,
  type MoveRecord,
  readHistory,
  versionsOnceLive,
} from '../release-folder/history.ts';
import { folderOfVersion, publishedVersions, shellName } from '../release-folder/layout.ts';
import { namesIn, type PointerNames, versionsIn } from '../release-folder/piece-pointers.ts';
import {
  pointersIn,
  previewsIn,
  problemsIn,
  type RegistryDocument,
  readRegistry,
  remotesIn,
  withdrawnIn,
} from '../release-folder/registry.ts';
import { isPageCurrent, pageFor } from '../release-folder/root-files.ts';
import { listPublished, namedVersions } from '../release-folder/versions.ts';

interface Listed extends PointerNames {
  readonly name: string;
  /** The remote's team; undefined for the shell, like `size` and `publishedAt`. */
  readonly team: string | undefined;
  /** Number of versions in the release folder; undefined for a downloaded copy, which has only the live ones. */
  readonly versions: number | undefined;
  readonly size: Size | undefined;
  readonly publishedAt: string | undefined;
}

export interface ListedPreview {
  readonly name: string;
  /** URL of the preview; without an origin if config.json has none. */
  readonly link: string;
  /** Time of the last change: ISO, UTC. */
  readonly since: string;
  readonly until: string;
  readonly isOver: boolean;
  readonly remotes: readonly { readonly id: string; readonly version: string }[];
}

export interface Listing {
  readonly pieces: readonly Listed[];
  /** Withdrawn remotes, which can be restored. */
  readonly withdrawn: readonly {
    readonly name: string;
    readonly stable: string;
    /** ISO, UTC. */
    readonly withdrawnAt: string;
  }[];
  readonly previews: readonly ListedPreview[];
  readonly current: boolean;
  /**
   * A sentence for each unreadable entry, which the next page would leave out, and for what prevents writing that page.
   */
  readonly problems: readonly string[];
}

/** Returns the link to a preview; without the shop's origin if the configuration has none. */
async function previewLink(release: string, name: string): Promise<string> {
  const { origin = process.env.SHOP_ORIGIN ?? '' } = configFields(
    await readConfig(release).catch(() => undefined),
  );
  return `${origin}/?preview=${name}`;
}

/** Returns the link that shows a remote's canary to whoever opens it; undefined if the remote's id is too long for one. */
export async function canaryLink(release: string, id: string): Promise<string | undefined> {
  const name = canaryPreview(id);
  return isPreviewName(name) ? previewLink(release, name) : undefined;
}

export async function describePreview(release: string, preview: Preview): Promise<ListedPreview> {
  const { name, since, until, remotes } = preview;
  return {
    ...{ name, since, until, link: await previewLink(release, name), isOver: isOver(preview) },
    remotes: remotes.map(({ id, version }) => ({ id, version })),
  };
}

async function describePage(release: string, document: RegistryDocument) {
  const problems = problemsIn(document);
  try {
    const page = await pageFor(release, document);
    return { current: await isPageCurrent(release, page), problems };
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return { current: false, problems: [...problems, error.message] };
  }
}

/**
 * Lists the live pieces of a release folder, the shell first, with previews and withdrawn remotes. Changes nothing.
 * `isCopy` is true for a downloaded copy, which has only the live versions and no page. Throws as readRegistry does.
 */
export async function list(release: string, isCopy = false): Promise<Listing> {
  const document = await readRegistry(release);
  const shell = pointersIn(document, shellName);
  const pieces = await Promise.all(
    [...(shell ? [shell] : []), ...remotesIn(document)].map(async (pointers): Promise<Listed> => {
      const { team, size, publishedAt }: Partial<PublishedRemote> = pointers.stable;
      const versions = isCopy ? undefined : (await publishedVersions(release, pointers.id)).length;
      return { name: pointers.id, team, ...namesIn(pointers), versions, size, publishedAt };
    }),
  );
  const withdrawn = (document.withdrawn ?? []).map(({ id, stable, withdrawnAt }) => ({
    ...{ name: id, stable, withdrawnAt },
  }));
  const previews = await Promise.all(
    previewsIn(document).map((preview) => describePreview(release, preview)),
  );
  const page = isCopy
    ? { current: true, problems: problemsIn(document) }
    : await describePage(release, document);
  return { pieces, withdrawn, previews, ...page };
}

export interface ListedVersion {
  readonly version: string;
  readonly role:
    | 'stable'
    | 'canary'
    | 'previous'
    | 'preview'
    | 'withdrawn'
    /** Version that was never live: the command that added it was killed, or only a preview used it. */
    | 'never live'
    | undefined;
  readonly publishedAt: string;
  readonly size: Size | undefined;
}

/** Lists all versions of a piece in a release folder, newest first. Throws a UsageError for an unknown piece. */
export async function listVersions(release: string, name: string): Promise<ListedVersion[]> {
  const document = await readRegistry(release);
  const found = pointersIn(document, name);
  const pointers = found && namesIn(found);
  const withdrawn = withdrawnIn(document, name);
  const named = namedVersions(document, name);
  const roleOf = (version: string) => {
    if (withdrawn && versionsIn(withdrawn).includes(version)) return 'withdrawn';
    if (version === pointers?.stable) return 'stable';
    if (version === pointers?.canary?.version) return 'canary';
    if (pointers?.previous.includes(version)) return 'previous';
    return named.includes(version) ? 'preview' : undefined;
  };
  const published = await listPublished(release, name);
  const { records } = await readHistory(release, document);
  const live = versionsOnceLive(records, name);
  // Moves before the first entry of the history are unknown.
  const begin = records[0]?.at ?? '';
  const wasNeverLive = ({ version, publishedAt }: { version: string; publishedAt: string }) =>
    begin !== '' && publishedAt > begin && !live.has(version);
  if (published.length === 0 && !pointers) {
    throw new UsageError(`${name} is not in ${release}: “patchwork list” shows what is`);
  }
  return published.map((each) => ({
    version: each.version,
    role: roleOf(each.version) ?? (wasNeverLive(each) ? 'never live' : undefined),
    publishedAt: each.publishedAt,
    size: each.size,
  }));
}

export interface NameUse {
  readonly remote: string;
  readonly version: string;
  /** Audience of the version: 'stable', 'canary', or 'preview pr-42'. */
  readonly role: string;
  /** Shared module that exports the name: '@patchwork/shop'. */
  readonly module: string;
  /** A source file, or a file of the build, that imports the name. */
  readonly file: string;
}

/**
 * Lists the remotes' versions that import a name from a shared package: stable ones, canaries, and those in previews
 * that are not over. Leaves out versions that use the name only as a type, which doesn't exist at run time.
 */
export async function listUses(release: string, name: string): Promise<NameUse[]> {
  const document = await readRegistry(release);
  const live = remotesIn(document).flatMap(({ id, stable, canary }) => [
    { remote: id, version: stable.version, role: 'stable' },
    ...(canary ? [{ remote: id, version: canary.release.version, role: 'canary' }] : []),
  ]);
  const previewed = previewsIn(document)
    .filter((preview) => !isOver(preview))
    .flatMap((preview) =>
      preview.remotes.map(({ id, version }) => ({
        ...{ remote: id, version, role: `preview ${preview.name}` },
      })),
    );
  const uses = [...live, ...previewed].map(async (found): Promise<NameUse[]> => {
    const types = await readTypes(folderOfVersion(release, found.remote, found.version));
    return Object.entries(types?.index.imports ?? {}).flatMap(([module, names]) => {
      const file = names[name];
      return file === undefined ? [] : [{ ...found, module, file }];
    });
  });
  return (await Promise.all(uses)).flat();
}

export interface ListedHistory {
  readonly moves: readonly MoveRecord[];
  /** Number of older moves that are not listed. */
  readonly more: number;
  /** A sentence for each unreadable line of the history, and for an unreadable registry.json. */
  readonly problems: readonly string[];
}

interface HistoryOptions {
  readonly name?: string | undefined;
  readonly limit?: number | undefined;
}

const USUAL_LIMIT = 20;

/** Reads the history, even if registry.json is lost or broken: the history is then the only record of the pointers. */
async function readAll(release: string) {
  try {
    const document = await readRegistry(release);
    return { ...(await readHistory(release, document)), problems: [] };
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return { ...(await readHistory(release, {})), problems: [error.message] };
  }
}

/**
 * Lists the moves of pointers, newest first: who made each, when, and why. Changes nothing. Throws a UsageError for an
 * unknown piece.
 */
export async function history(
  release: string,
  { name, limit = USUAL_LIMIT }: HistoryOptions = {},
): Promise<ListedHistory> {
  const { records, unreadable, problems } = await readAll(release);
  const moves = records
    .filter(({ pieces }) => name === undefined || pieces.some((piece) => piece.name === name))
    .toReversed();
  if (name !== undefined && moves.length === 0) {
    const isKnown = (await publishedVersions(release, name)).length > 0;
    if (!isKnown)
      throw new UsageError(`${name} is not in ${release}: “patchwork list” shows what is`);
  }
  const unreadableLines = unreadable.map(
    (line) => `${logFile(release)}: line ${line} cannot be read and is left out`,
  );
  const more = Math.max(0, moves.length - limit);
  return { moves: moves.slice(0, limit), more, problems: [...problems, ...unreadableLines] };
}
