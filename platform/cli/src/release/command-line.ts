import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type BuiltPiece,
  createEarlySmokeTest,
  type Finding,
  folderStore,
  type Gate,
  messageOf,
  RefusedError,
  type ReleaseContext,
  ReleaseError,
  type ReleaseStore,
  readSigner,
  refreshStore,
  requireBuild,
  SignatureError,
  type Signer,
  type SmokeTest,
  UsageError,
} from '@patchwork/release';
import type { PackageManager } from '../new/surroundings.ts';
import { idIn, type Piece, type Site } from '../pieces.ts';
import { fetchShop, type NeededFiles } from '../shop/shop.ts';
import { isStoreAddress, openStore, readTrust } from './s3.ts';
import { noProgress, type Paint, painter, showProgress, type Terminal } from './terminal.ts';

/** Exit codes by outcome, for scripts. */
export const exitCodes = {
  done: 0,
  /** A rule or the gate refused a change (no pointer was moved), a canary was stopped, or imports are missing. */
  refused: 1,
  /** The command line is invalid. */
  usage: 2,
  /** The command failed: something is missing or broken. */
  failed: 3,
} as const;

export type Failure = Exclude<keyof typeof exitCodes, 'done'>;

export function failureOf(error: unknown): Failure {
  if (error instanceof RefusedError || error instanceof SignatureError) return 'refused';
  return error instanceof UsageError ? 'usage' : 'failed';
}

interface WorkspacePiece extends Pick<Piece, 'name' | 'folder'> {
  /** Whether the piece was built elsewhere. Unless `types` is given, its dist/ must contain its types. */
  readonly isPrebuilt?: boolean;
  readonly types?: string | undefined;
}

/** Workspace, terminal and functions that a command works with. */
export interface CommandLineOptions {
  /** The workspace or repository that commands work on; undefined outside of both. */
  readonly site: Site | undefined;
  /** Lists the pieces of the workspace or repository. Called only by commands that need a piece's folder. */
  readonly readPieces: () => readonly WorkspacePiece[];
  /** Release folder to use without --to and --shop; undefined outside of the shop's workspace. */
  readonly release: string | undefined;
  /** URL of the shop that a remote's repository is for, used without --to and --shop. */
  readonly shop?: string | undefined;
  /** Folder against which relative paths of the command line are resolved. */
  readonly from: string;
  /** Folder with the templates of new remotes. By default, the one in the published package. */
  readonly templates?: string | undefined;
  /** Warning about the Node that runs the command, if it gets no security fixes. */
  readonly nodeProblem?: string | undefined;
  readonly gate: Gate;
  /**
   * Returns the gate that opens the candidates' pages in a browser: always if `wanted` is true, never if it is false,
   * and, if it is undefined, only where a browser is found. Without this function, no page is opened.
   */
  readonly smokeTest?: (
    wanted: boolean | undefined,
    progress: ReleaseContext['progress'],
  ) => SmokeTest;
  /** Pieces that the command may move; undefined if any. */
  readonly mayMove?: readonly string[] | undefined;
  /** Returns who runs the command, the checked-out commit, and whether the given pieces have uncommitted changes. */
  readonly author: NonNullable<ReleaseContext['author']>;
  /** Returns the names of a folder's repository. By default, the owners of pieces are not checked. */
  readonly repository?: (folder: string) => Promise<readonly string[]>;
  readonly typesOf: (piece: WorkspacePiece) => Promise<Pick<BuiltPiece, 'types' | 'findings'>>;
  /** Builds pieces for production, and calls `report` with a line for each one that was built. */
  readonly build: (
    pieces: readonly WorkspacePiece[],
    report: (line: string) => void,
  ) => Promise<void>;
  readonly terminal: Terminal;
}

/** Options of a command, including the common ones. */
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
  readonly purge?: string;
  readonly key?: string;
  readonly trust?: string;
  readonly limit?: number;
  readonly uses?: string;
  readonly repository?: string;
  readonly api?: string;
  readonly from?: string[];
  readonly auto?: number[];
  readonly share?: number;
  readonly undo?: boolean;
  readonly every?: number;
  readonly once?: boolean;
  readonly webhook?: string;
  readonly remoteOnly?: boolean;
  readonly mock?: boolean;
  readonly backend?: string;
  readonly team?: string;
  readonly route?: string;
  readonly port?: string;
  readonly install?: PackageManager | 'none';
  readonly registry?: string;
  readonly set?: Readonly<Record<string, string>>;
}

/** A running command's options, context and terminal. */
export interface Session {
  readonly options: CommandLineOptions;
  readonly flags: Flags;
  readonly context: ReleaseContext;
  /** Address of the shop that the release folder is a download of, with the live versions only; undefined if it is none. */
  readonly copyOf: string | undefined;
  readonly paint: Paint;
  /**
   * Returns the builds of pieces in the workspace, given by name, and of remotes that were built elsewhere, given by
   * the path of their folder. Throws a UsageError for an unknown name, and a ReleaseError for a missing or outdated
   * build in the workspace.
   */
  readBuilds: (names: readonly string[]) => Promise<BuiltPiece[]>;
  /** Returns the names that identify a piece's origin, such as its repository; an empty list if it is unknown. */
  repositoryOf: (name: string) => Promise<readonly string[]>;
  readonly warnings: readonly Finding[];
  end: () => void;
}

/** Whether a name is the path of a folder, which then contains a remote that was built elsewhere. */
const isFolder = (name: string): boolean => /[/\\]/.test(name);

/** Returns the id of a remote that is given by its id or by the path of its folder. */
export const idOf = ({ from }: CommandLineOptions, name: string): string =>
  isFolder(name) ? idIn(path.resolve(from, name)) : name;

function prebuilt(folder: string, { build }: Flags): WorkspacePiece {
  if (!build) return { name: idIn(folder), folder, isPrebuilt: true };
  throw new UsageError(
    `${folder} was built elsewhere and is published as it is: leave out --build`,
  );
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
  const known =
    pieces.length > 0
      ? `There are: ${pieces.map(({ name }) => name).join(', ')}`
      : 'Run this in the folder of a remote, which has a remote.json';
  if (names.length === 0 && pieces.length === 1) return pieces;
  if (names.length === 0) throw new UsageError(`Name a piece or give --all. ${known}`);
  return [...new Set(names)].map((name) => {
    if (isFolder(name)) return prebuilt(path.resolve(from, name), flags);
    const piece = pieces.find((candidate) => candidate.name === name);
    if (piece) return piece;
    throw new UsageError(`There is no piece “${name}” here. ${known}`);
  });
}

/**
 * Opens the release folder or object store that --to names, and brings the local copy of an object store up to date.
 * Throws a ReleaseError if the store's address is malformed or can't be reached.
 */
export async function openRelease(from: string, to: string): Promise<ReleaseStore> {
  if (!isStoreAddress(to)) return folderStore(path.resolve(from, to));
  const store = await openStore(to, 'commands');
  await refreshStore(store);
  return store;
}

interface FoundRelease extends Pick<Session, 'copyOf'> {
  readonly store: ReleaseStore;
  /** What is missing in a download of a served shop. */
  readonly problems: readonly string[];
}

/**
 * Opens the release that a command works on. If the command only reads, `reads` says what, and it may get a download of
 * a served shop.
 */
async function findRelease(
  { from, release, shop, site }: CommandLineOptions,
  flags: Flags,
  reads: NeededFiles | undefined,
): Promise<FoundRelease> {
  const whole = { copyOf: undefined, problems: [] };
  if (flags.to !== undefined) return { store: await openRelease(from, flags.to), ...whole };
  const address = flags.shop ?? (release === undefined ? shop : undefined);
  if (address === undefined && release !== undefined) {
    return { store: folderStore(release), ...whole };
  }
  if (address !== undefined && reads !== undefined) {
    const { folder, problems } = await fetchShop(address, site?.root, reads);
    return { store: folderStore(folder), copyOf: address, problems };
  }
  throw new UsageError(
    reads !== undefined
      ? 'Name the shop, as in --shop https://shop.example, or its release folder, as in --to ../release'
      : 'This needs the shop’s release folder itself: name it, as in --to ../release',
  );
}

/** Reads a private key. `key` is the path of a file or, as in a workflow's secret, the text of the key itself. */
export async function openSigner(from: string, key = ''): Promise<Signer | undefined> {
  if (key === '') return undefined;
  if (key.includes('PRIVATE KEY')) return readSigner(key, 'PATCHWORK_KEY');
  const file = path.resolve(from, key);
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new ReleaseError(`The private key can’t be read: ${messageOf(error)}`);
  });
  return readSigner(text, file);
}

type Progress = ReturnType<typeof showProgress>;

/** Returns `readBuilds` of a session. `begin` is called when builds of this workspace or repository are complete. */
export function buildReader(
  options: CommandLineOptions,
  flags: Flags,
  progress: Progress,
  begin: (chosen: readonly WorkspacePiece[], building: Promise<void>) => void = () => undefined,
): Session['readBuilds'] {
  const { typesOf, build } = options;
  return async (names) => {
    const chosen = choosePieces(options, names, flags);
    const built: BuiltPiece[] = chosen.filter(({ isPrebuilt }) => isPrebuilt);
    const ours = chosen.filter(({ isPrebuilt }) => !isPrebuilt);
    async function readTypes(): Promise<void> {
      for (const piece of ours) {
        progress.step(`reading the types of ${piece.name}`);
        built.push({ ...piece, ...(await typesOf(piece)) });
      }
    }
    async function requireBuilds(): Promise<void> {
      for (const { name, folder } of ours) await requireBuild(name, folder);
    }
    if (flags.build) {
      progress.step('building');
      // The bundler runs in other processes. Its errors come first: they are the cause of what is wrong with types.
      const building = build(chosen, progress.step).then(requireBuilds);
      begin(chosen, building);
      const [made, typed] = await Promise.allSettled([building, readTypes()]);
      for (const result of [made, typed]) if (result.status === 'rejected') throw result.reason;
    } else {
      await requireBuilds();
      begin(chosen, Promise.resolve());
      await readTypes();
    }
    return Promise.all(
      built.map(async (piece) => ({
        ...piece,
        repository: await options.repository?.(piece.folder),
      })),
    );
  };
}

export async function openSession(
  options: CommandLineOptions,
  flags: Flags,
  reads: NeededFiles | undefined,
): Promise<Session> {
  const { gate, author, terminal } = options;
  const { store, copyOf, problems } = await findRelease(options, flags, reads);
  const warnings = problems.map(
    (message): Finding => ({ severity: 'warning', rule: 'files', message, ours: 'the shop' }),
  );
  const progress = flags.json ? noProgress : showProgress(terminal);
  const smokeTest =
    options.smokeTest && createEarlySmokeTest(options.smokeTest(flags.load, progress.step));
  return {
    options,
    flags,
    context: {
      store,
      trust: readTrust(flags.trust ?? process.env.PATCHWORK_TRUST),
      signer: await openSigner(options.from, flags.key ?? process.env.PATCHWORK_KEY),
      gate,
      smokeTest: smokeTest?.gate,
      flags: [
        ...(flags.anyway ? ['--anyway'] : []),
        ...(flags.allowAccess ?? []).map((route) => `--allow-access ${route}`),
      ],
      author,
      mayMove: options.mayMove,
      reason: flags.reason,
      progress: progress.step,
      warn: (found) => void warnings.push(...found),
    },
    copyOf,
    paint: painter(terminal),
    readBuilds: buildReader(options, flags, progress, (chosen, building) =>
      smokeTest?.begin(store.folder, chosen, building),
    ),
    async repositoryOf(name) {
      const [piece] = choosePieces(options, [name], flags);
      return (piece && (await options.repository?.(piece.folder))) ?? [];
    },
    warnings,
    end() {
      smokeTest?.end();
      progress.end();
    },
  };
}
