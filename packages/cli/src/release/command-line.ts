import path from 'node:path';
import {
  type BuiltPiece,
  type Finding,
  type Gate,
  RefusedError,
  type ReleaseContext,
  requireBuild,
  UsageError,
} from '@patchwork/release';
import type { Piece, Site } from '../pieces.ts';
import { fetchShop } from '../shop/shop.ts';
import { noProgress, type Paint, painter, showProgress, type Terminal } from './terminal.ts';

/** Exit codes, by outcome: a script can tell these apart. */
export const exitCodes = {
  done: 0,
  /** A refusal by the gate or a rule; no pointer was moved. */
  refused: 1,
  /** A command that makes no sense as it is written. */
  usage: 2,
  /** A failure: something is missing or broke down. */
  failed: 3,
} as const;

export type Failure = Exclude<keyof typeof exitCodes, 'done'>;

export function failureOf(error: unknown): Failure {
  if (error instanceof RefusedError) return 'refused';
  return error instanceof UsageError ? 'usage' : 'failed';
}

interface WorkspacePiece extends Pick<Piece, 'name' | 'folder'> {
  /** Whether another tool has built it: its dist/ is then complete, with its types. */
  readonly isPrebuilt?: boolean;
}

/** The folder that the commands work on, and the terminal. */
export interface CommandLineOptions {
  /** The workspace or repository that the commands work on; undefined outside of both. */
  readonly site: Site | undefined;
  /** Called only by a command that needs a build. */
  readonly readPieces: () => readonly WorkspacePiece[];
  /** The release folder that is used if neither --to nor --shop is given. */
  readonly release: string | undefined;
  /** The shop that a remote's repository names as its own, used if neither is given. */
  readonly shop?: string | undefined;
  /** The folder that a relative --to starts from. */
  readonly from: string;
  readonly gate: Gate;
  /**
   * Returns the gate that opens candidates in a browser: always (true), never (false), or if a browser is found
   * (undefined). Left out: never.
   */
  readonly load?: (wanted: boolean | undefined) => Gate;
  /** Returns who runs the command, and from which sources of these pieces. */
  readonly author: NonNullable<ReleaseContext['author']>;
  /**
   * Returns the names of the place that a folder belongs to, such as its repository. Left out: pieces have no owner.
   */
  readonly owner?: (folder: string) => Promise<readonly string[]>;
  readonly typesOf: (piece: WorkspacePiece) => Promise<Pick<BuiltPiece, 'types' | 'findings'>>;
  /** Builds pieces for production, and reports each finished one in a line. */
  readonly build: (
    pieces: readonly WorkspacePiece[],
    report: (line: string) => void,
  ) => Promise<void>;
  readonly terminal: Terminal;
}

/** The options of a command, its own and the common ones. */
export interface Flags {
  readonly to?: string;
  readonly shop?: string;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly build?: boolean;
  readonly load?: boolean;
  readonly allowAccess?: string[];
  readonly keep?: number;
  readonly dryRun?: boolean;
  readonly anyway?: boolean;
  readonly name?: string;
  readonly days?: number;
  readonly reason?: string;
  readonly limit?: number;
  readonly uses?: string;
  readonly api?: string;
  readonly remoteOnly?: boolean;
  readonly team?: string;
  readonly route?: string;
  readonly port?: string;
  readonly install?: 'npm' | 'pnpm' | 'none';
  readonly registry?: string;
}

/** A running command's options, context and terminal. */
export interface Session {
  readonly options: CommandLineOptions;
  readonly flags: Flags;
  readonly context: ReleaseContext;
  /** Whether the release folder is a copy of what a shop serves, with only the live versions. */
  readonly isCopy: boolean;
  readonly paint: Paint;
  /**
   * Returns the builds of the named pieces of the workspace, and of remotes that are named by the path of their folder.
   * Throws a UsageError for a name that the workspace does not have, and a ReleaseError for a build that is out of
   * date.
   */
  readBuilds: (names: readonly string[]) => Promise<BuiltPiece[]>;
  /** Returns the names of the place that a piece comes from. */
  ownerOf: (name: string) => Promise<readonly string[]>;
  readonly warnings: readonly Finding[];
  end: () => void;
}

/** Whether a name is the path of a folder: it names a remote that was built elsewhere, whose id the folder has. */
const isFolder = (name: string): boolean => /[/\\]/.test(name);

function prebuilt(folder: string, { build }: Flags): WorkspacePiece {
  if (!build) return { name: path.basename(folder), folder, isPrebuilt: true };
  throw new UsageError(`${folder} is published as it is: build it there, and leave out --build`);
}

function choosePieces(
  { readPieces, from }: CommandLineOptions,
  names: readonly string[],
  flags: Flags,
): readonly WorkspacePiece[] {
  const { all = false } = flags;
  const pieces = readPieces();
  if (all && names.length > 0) throw new UsageError('Give --all or names, not both');
  if (all) return pieces;
  const known = pieces.map(({ name }) => name).join(', ');
  if (names.length === 0 && pieces.length === 1) return pieces;
  if (names.length === 0) throw new UsageError(`Name a piece or give --all. There are: ${known}`);
  return [...new Set(names)].map((name) => {
    if (isFolder(name)) return prebuilt(path.resolve(from, name), flags);
    const piece = pieces.find((candidate) => candidate.name === name);
    if (piece) return piece;
    throw new UsageError(`There is no piece “${name}” here. There are: ${known}`);
  });
}

/** Finds the release folder of a command. For one that only reads, it may be a copy of what a shop serves. */
async function findFolder(
  { from, release, shop, site }: CommandLineOptions,
  flags: Flags,
  onlyReads: boolean,
): Promise<Pick<Session, 'isCopy'> & { readonly folder: string }> {
  if (flags.to !== undefined) return { folder: path.resolve(from, flags.to), isCopy: false };
  const address = flags.shop ?? (release === undefined ? shop : undefined);
  if (address === undefined && release !== undefined) return { folder: release, isCopy: false };
  if (address !== undefined && onlyReads) {
    return { folder: await fetchShop(address, site?.root), isCopy: true };
  }
  throw new UsageError(
    onlyReads
      ? 'Name the shop, as in --shop https://shop.example, or its release folder, as in --to ../release'
      : 'This needs the shop’s release folder itself: name it, as in --to ../release',
  );
}

export async function openSession(
  options: CommandLineOptions,
  flags: Flags,
  onlyReads: boolean,
): Promise<Session> {
  const { gate, author, typesOf, build, terminal } = options;
  const { folder, isCopy } = await findFolder(options, flags, onlyReads);
  const warnings: Finding[] = [];
  const progress = flags.json ? noProgress : showProgress(terminal);
  return {
    options,
    flags,
    context: {
      release: folder,
      gate,
      load: options.load?.(flags.load),
      flags: [
        ...(flags.anyway ? ['--anyway'] : []),
        ...(flags.allowAccess ?? []).map((route) => `--allow-access ${route}`),
      ],
      author,
      reason: flags.reason,
      progress: progress.step,
      warn: (found) => void warnings.push(...found),
    },
    isCopy,
    paint: painter(terminal),
    async readBuilds(names) {
      const chosen = choosePieces(options, names, flags);
      if (flags.build) {
        progress.step('building');
        await build(chosen, progress.step);
      }
      const built: BuiltPiece[] = chosen.filter(({ isPrebuilt }) => isPrebuilt);
      const ours = chosen.filter(({ isPrebuilt }) => !isPrebuilt);
      for (const { name, folder } of ours) await requireBuild(name, folder);
      for (const piece of ours) {
        progress.step(`reading the types of ${piece.name}`);
        built.push({ ...piece, ...(await typesOf(piece)) });
      }
      return Promise.all(
        built.map(async (piece) => ({ ...piece, owner: await options.owner?.(piece.folder) })),
      );
    },
    async ownerOf(name) {
      const [piece] = choosePieces(options, [name], flags);
      return (piece && (await options.owner?.(piece.folder))) ?? [];
    },
    warnings,
    end: progress.end,
  };
}
