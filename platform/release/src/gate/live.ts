import type { PublishedRemote, ShellJson } from '@patchwork/host';
import type { Compare } from './types/questions.ts';

export interface RemoteVersion {
  /** Content of its release.json. */
  readonly release: PublishedRemote;
  /** Its folder: '<release>/remotes/<id>/<version>-<hash>', with types/ in it. */
  readonly folder: string;
}

export interface ShellVersion {
  /** '<package version>-<hash of the content>'. */
  readonly version: string;
  /** Its folder: '<release>/shell/<version>-<hash>', with types/ in it. */
  readonly folder: string;
  /** Hashes of all its files, by path relative to `root`. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Folder to which the paths in `integrity` are relative: the release folder, or one with staged builds. */
  readonly root: string;
  /** Maximum size of the files that every visitor downloads, in bytes with brotli. */
  readonly budget?: number | undefined;
  /** Slots of its frame. */
  readonly slots?: ShellJson['slots'];
  /** Pages that its guard redirects to. */
  readonly redirects?: ShellJson['redirects'];
  /** Packages that it shares with every remote, by name. */
  readonly shared: Readonly<Record<string, { readonly version: string }>>;
}

export interface TypeCheckOptions {
  /** Folder of the workspace, whose installed packages provide the types of react, jotai and others. */
  readonly workspace: string;
  /** The release folder, which caches the results for pairs of versions, so that any checkout finds them. */
  readonly release: string;
  /** Compares the types of pairs of versions; by default in this process. */
  readonly compare?: Compare | undefined;
}

/** Pieces that are live after a move of pointers, and remotes that were live before. */
export interface Live {
  readonly shell: ShellVersion | undefined;
  /** Live versions of all remotes after the move, including canaries. */
  readonly remotes: readonly RemoteVersion[];
  /** Live versions of remotes before the move. A remote that is not in `remotes` is being withdrawn. */
  readonly before: readonly PublishedRemote[];
  /** Versions that a pointer newly names: 'mfe-catalog 1.1.0-0123456789'. */
  readonly changed: ReadonlySet<string>;
}

/** Returns a remote's name and version, as in a finding. */
export const releaseName = ({ id, version }: PublishedRemote): string => `${id} ${version}`;

export const nameOf = ({ release }: RemoteVersion): string => releaseName(release);

export const nameOfShell = ({ version }: ShellVersion): string => `shell ${version}`;

/** A live version of the shell or a remote. `name` includes the version, as in a finding. */
export interface LivePiece {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}

export const livePiece = (remote: RemoteVersion): LivePiece => ({
  ...{ id: remote.release.id, name: nameOf(remote), folder: remote.folder },
});

export const livePieces = ({ shell, remotes }: Pick<Live, 'shell' | 'remotes'>): LivePiece[] => [
  ...(shell ? [{ id: 'shell', name: nameOfShell(shell), folder: shell.folder }] : []),
  ...remotes.map(livePiece),
];

interface Lost {
  readonly id: string;
  /** Name of the new or withdrawn version, as in a finding. */
  readonly ours: string;
  readonly isWithdrawn: boolean;
  readonly names: readonly string[];
}

const versionsIn = (releases: readonly PublishedRemote[]): string =>
  releases
    .map(({ version }) => version)
    .toSorted()
    .join();

const releasesOf = (remotes: readonly RemoteVersion[]): PublishedRemote[] =>
  remotes.map(({ release }) => release);

/**
 * Finds names, such as those of pages or slots, that a move takes away from visitors. Returns an entry, perhaps without
 * names, for each withdrawn remote, and for each live version of a remote whose live versions change.
 */
export function lostIn(
  { remotes, before }: Live,
  namesIn: (release: PublishedRemote) => readonly string[],
): Lost[] {
  return [...new Set(before.map(({ id }) => id))].flatMap((id) => {
    const old = before.filter((release) => release.id === id);
    const now = remotes.filter(({ release }) => release.id === id);
    if (versionsIn(old) === versionsIn(releasesOf(now))) return [];
    const others = remotes.filter(({ release }) => release.id !== id);
    const had = [...new Set(old.flatMap(namesIn))];
    function lose(ours: string, next: readonly RemoteVersion[]): Lost {
      const has = releasesOf([...next, ...others]).flatMap(namesIn);
      const names = had.filter((name) => !has.includes(name));
      return { id, ours, isWithdrawn: next.length === 0, names };
    }
    if (now.length > 0) return now.map((next) => lose(nameOf(next), [next]));
    return old.slice(0, 1).map((withdrawn) => lose(releaseName(withdrawn), []));
  });
}

/** A slot's name, and what it may hold. */
export type Slot = readonly [name: string, holds: NonNullable<ShellJson['slots']>[string]];

type Declared = Pick<PublishedRemote, 'routes' | 'fragments'>;

/** Returns the slots of a remote's pages and fragments. */
export const slotsOf = ({ routes, fragments }: Declared): Slot[] =>
  [...routes, ...Object.values(fragments)].flatMap(({ slots = {} }) => Object.entries(slots));

export const namesOfSlots = (release: Declared): string[] => slotsOf(release).map(([slot]) => slot);
