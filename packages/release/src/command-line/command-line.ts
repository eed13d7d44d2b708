import path from 'node:path';
import type { Gate, ReleaseContext } from '../commands/gate-question.ts';
import type { BuiltPiece } from '../commands/publish.ts';
import { requireBuild } from '../publish/require-build.ts';
import { UsageError } from '../release-error.ts';
import { noProgress, type Paint, painter, showProgress, type Terminal } from './terminal.ts';

/** A piece that a workspace can publish. */
export interface WorkspacePiece {
  /** 'shell', or the remote's id. */
  readonly name: string;
  readonly folder: string;
}

/** What the command line is put to work on. */
export interface CommandLineOptions {
  /** Called only by a command that needs a build. */
  readonly readPieces: () => readonly WorkspacePiece[];
  /** The release folder where --to names none. */
  readonly release: string;
  /** What a relative --to starts from. */
  readonly from: string;
  readonly gate: Gate;
  /** Emits a built piece's declarations, and answers where they lie. */
  readonly typesOf: (piece: WorkspacePiece) => Promise<string | undefined>;
  /** Builds pieces for production; what it has to tell goes to `tell`. */
  readonly build: (
    pieces: readonly WorkspacePiece[],
    tell: (line: string) => void,
  ) => Promise<void>;
  readonly terminal: Terminal;
}

/** The options that a command was given, its own and those that all have. */
export interface Flags {
  readonly to?: string;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly build?: boolean;
  readonly allowAccess?: string[];
  readonly keep?: number;
  readonly dryRun?: boolean;
}

/** A command at work. */
export interface Session {
  readonly context: ReleaseContext;
  readonly paint: Paint;
  /** The workspace's pieces of these names. Throws a UsageError on one that it does not have. */
  choose(names: readonly string[], flags: Flags): readonly WorkspacePiece[];
  /** Builds that are up to date, with their declarations. */
  readBuilds(pieces: readonly WorkspacePiece[], flags: Flags): Promise<BuiltPiece[]>;
  end(): void;
}

function choosePieces(
  pieces: readonly WorkspacePiece[],
  names: readonly string[],
  { all = false }: Flags,
): readonly WorkspacePiece[] {
  if (all && names.length > 0) throw new UsageError('Give --all or names, not both');
  if (all) return pieces;
  const known = pieces.map(({ name }) => name).join(', ');
  if (names.length === 0) throw new UsageError(`Name a piece or give --all. There are: ${known}`);
  return [...new Set(names)].map((name) => {
    const piece = pieces.find((candidate) => candidate.name === name);
    if (piece) return piece;
    throw new UsageError(`There is no piece “${name}” in this workspace. There are: ${known}`);
  });
}

export function openSession(options: CommandLineOptions, flags: Flags): Session {
  const { readPieces, from, gate, typesOf, build, terminal } = options;
  const progress = flags.json ? noProgress : showProgress(terminal);
  return {
    context: {
      release: flags.to === undefined ? options.release : path.resolve(from, flags.to),
      gate,
      allowAccess: flags.allowAccess,
      progress: progress.step,
    },
    paint: painter(terminal),
    choose: (names, given) => choosePieces(readPieces(), names, given),
    async readBuilds(chosen, given) {
      if (given.build) {
        progress.step('building');
        await build(chosen, progress.step);
      }
      for (const { name, folder } of chosen) await requireBuild(name, folder);
      const built: BuiltPiece[] = [];
      for (const piece of chosen) {
        progress.step(`reading the types of ${piece.name}`);
        built.push({ ...piece, types: await typesOf(piece) });
      }
      return built;
    },
    end: progress.end,
  };
}
