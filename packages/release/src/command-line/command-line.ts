import path from 'node:path';
import type { Gate, ReleaseContext } from '../commands/gate-question.ts';
import type { Finding } from '../gate/gate.ts';
import type { BuiltPiece } from '../publish/built-files.ts';
import { requireBuild } from '../publish/require-build.ts';
import { UsageError } from '../release-error.ts';
import { noProgress, type Paint, painter, showProgress, type Terminal } from './terminal.ts';

/** A piece that a workspace can publish. */
export interface WorkspacePiece {
  /** 'shell', or the remote's id. */
  readonly name: string;
  readonly folder: string;
  /** Its dist/ is complete, with its types: some other tool than this workspace's has built it. */
  readonly isPrebuilt?: boolean;
}

/** The workspace and the terminal of the command line. */
export interface CommandLineOptions {
  /** Called only by a command that needs a build. */
  readonly readPieces: () => readonly WorkspacePiece[];
  /** The release folder where --to names none. */
  readonly release: string;
  /** The folder that a relative --to starts from. */
  readonly from: string;
  readonly gate: Gate;
  /** Who runs the command, and from which sources of these pieces. */
  readonly author: NonNullable<ReleaseContext['author']>;
  /** Emits a built piece's declarations, and returns their folder. */
  readonly typesOf: (piece: WorkspacePiece) => Promise<string | undefined>;
  /** Builds pieces for production; each finished one is a line for `report`. */
  readonly build: (
    pieces: readonly WorkspacePiece[],
    report: (line: string) => void,
  ) => Promise<void>;
  readonly terminal: Terminal;
}

/** The options of a command, its own and the common ones. */
export interface Flags {
  readonly to?: string;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly build?: boolean;
  readonly allowAccess?: string[];
  readonly keep?: number;
  readonly dryRun?: boolean;
  readonly anyway?: boolean;
  readonly name?: string;
  readonly days?: number;
  readonly reason?: string;
  readonly limit?: number;
  readonly uses?: string;
}

/** What a running command works with. */
export interface Session {
  readonly flags: Flags;
  readonly context: ReleaseContext;
  readonly paint: Paint;
  /**
   * The builds of the workspace's pieces of these names, which are up to date, and of remotes by the path
   * of their folder. Throws a UsageError on a name that the workspace does not have.
   */
  readBuilds: (names: readonly string[]) => Promise<BuiltPiece[]>;
  /** What the gate warned of while the command ran. */
  readonly warnings: readonly Finding[];
  end: () => void;
}

/** A remote that was built elsewhere is named by the path of its folder, which has the remote's id. */
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
  if (names.length === 0) throw new UsageError(`Name a piece or give --all. There are: ${known}`);
  return [...new Set(names)].map((name) => {
    if (isFolder(name)) return prebuilt(path.resolve(from, name), flags);
    const piece = pieces.find((candidate) => candidate.name === name);
    if (piece) return piece;
    throw new UsageError(`There is no piece “${name}” in this workspace. There are: ${known}`);
  });
}

export function openSession(options: CommandLineOptions, flags: Flags): Session {
  const { from, gate, author, typesOf, build, terminal } = options;
  const warnings: Finding[] = [];
  const progress = flags.json ? noProgress : showProgress(terminal);
  return {
    flags,
    context: {
      release: flags.to === undefined ? options.release : path.resolve(from, flags.to),
      gate,
      flags: [
        ...(flags.anyway ? ['--anyway'] : []),
        ...(flags.allowAccess ?? []).map((route) => `--allow-access ${route}`),
      ],
      author,
      reason: flags.reason,
      progress: progress.step,
      warn: (found) => void warnings.push(...found),
    },
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
        built.push({ ...piece, types: await typesOf(piece) });
      }
      return built;
    },
    warnings,
    end: progress.end,
  };
}
