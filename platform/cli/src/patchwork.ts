import path from 'node:path';
import { installProblem } from '@patchwork/build/workspace';
import {
  createGate,
  createSmokeTest,
  emitTypes,
  nodeProblem,
  ReleaseError,
  readAuthor,
  readRepository,
} from '@patchwork/release';
import { buildPieces } from './build/build.ts';
import { allowClosedPipes, main } from './command.ts';
import { findSite, readKit, readPieces, type Site, shopOf } from './pieces.ts';
import { whenStopped } from './processes.ts';
import { runCommandLine } from './release/program.ts';
import { createTypesApart } from './types/types-apart.ts';

interface Surroundings {
  /** By default, the workspace or repository that contains the current folder. */
  readonly site?: Site;
  /** Folder with the templates of new remotes. By default, the one in the published package. */
  readonly templates?: string;
}

/** Runs the command line in the current folder, and sets the process's exit code. */
export async function patchwork(
  args: readonly string[],
  { site, templates }: Surroundings = {},
): Promise<void> {
  const from = process.env.INIT_CWD ?? process.cwd();
  const around = site ?? findSite(from);
  const root = around?.root ?? from;
  const isWatched = process.stdout.isTTY && process.stderr.isTTY;
  const types = createTypesApart();
  const pieces = () => (around ? readPieces(around) : []);
  let hasPrinted = false;

  /** Prints an error as JSON, for scripts, if a command with --json is stopped before it has printed its result. */
  function printStopped(signal: string): void {
    if (hasPrinted || !args.includes('--json')) return;
    const message = `${signal} ended this command. “patchwork list” shows what is live`;
    const document = { ok: false, error: { kind: 'stopped', message } };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  }

  allowClosedPipes();
  whenStopped(printStopped);
  const run = () =>
    runCommandLine(args, {
      site: around,
      readPieces: pieces,
      release: around?.isShop ? path.join(root, '.release') : undefined,
      shop: around && shopOf(around),
      from,
      templates,
      gate: createGate(root, types.compare),
      smokeTest: (wanted, progress) => async (question, signal) =>
        createSmokeTest({
          ...(await readKit(root)),
          folderOf: (id) => pieces().find(({ name }) => name === id)?.folder,
        })(wanted, progress)(question, signal),
      author: () => readAuthor(root),
      repository: readRepository,
      typesOf: ({ folder }) => emitTypes(root, folder, types.emit),
      build: (chosen, report) =>
        buildPieces(
          pieces().filter((piece) => chosen.some(({ name }) => name === piece.name)),
          report,
        ),
      nodeProblem: nodeProblem(),
      terminal: {
        out: (text) => {
          hasPrinted = true;
          process.stdout.write(text);
        },
        err: (text) => process.stderr.write(text),
        isWatched,
        hasColours: isWatched && !process.env.NO_COLOR,
      },
    });
  // Stopping a development server is not a failure.
  await main(
    async () => {
      const problem = installProblem();
      if (problem !== undefined) throw new ReleaseError(problem);
      process.exitCode = await run();
    },
    args[0] === 'dev' ? 0 : undefined,
  );
}
