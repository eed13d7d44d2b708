import { createGate, emitTypes, readAuthor, runCommandLine } from '@patchwork/release';
import { buildPieces } from './lib/build.ts';
import { whenStopped } from './lib/processes.ts';
import { allowClosedPipes, main } from './lib/terminal.ts';
import { readPieces, release, root } from './lib/workspace.ts';

const args = process.argv.slice(2);
let hasPrinted = false;

/** A script that reads JSON gets JSON, also when the command is stopped. */
function printStopped(signal: string): void {
  if (hasPrinted || !args.includes('--json')) return;
  const message = `${signal} ended this. “pnpm release list” says what is live`;
  const document = { ok: false, error: { kind: 'stopped', message } };
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

allowClosedPipes();
whenStopped(printStopped);
await main(async () => {
  const isWatched = process.stdout.isTTY && process.stderr.isTTY;
  process.exitCode = await runCommandLine(args, {
    readPieces,
    release,
    from: process.env.INIT_CWD ?? process.cwd(),
    gate: createGate(root),
    author: (pieces) => readAuthor(root, pieces),
    typesOf: ({ folder }) => emitTypes(root, folder),
    build: (chosen, report) =>
      buildPieces(
        readPieces().filter((piece) => chosen.some(({ name }) => name === piece.name)),
        report,
      ),
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
});
