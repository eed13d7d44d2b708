import { createGate, runCommandLine, typesOf } from '@patchwork/release';
import { buildPieces } from './lib/build.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { allowClosedPipes, main } from './lib/terminal.ts';
import { readPieces, release, root } from './lib/workspace.ts';

const args = process.argv.slice(2);
let hasAnswered = false;

/** A script that reads JSON gets some, however the command ends. */
function answerStopped(signal: string): void {
  if (hasAnswered || !args.includes('--json')) return;
  const message = `${signal} ended this. “pnpm release list” says what is live`;
  const answer = { ok: false, error: { kind: 'stopped', message } };
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
}

allowClosedPipes();
onStop(async (signal) => {
  await stopAll();
  answerStopped(signal);
});
await main(async () => {
  const isWatched = process.stdout.isTTY && process.stderr.isTTY;
  process.exitCode = await runCommandLine(args, {
    readPieces,
    release,
    from: process.env.INIT_CWD ?? process.cwd(),
    gate: createGate(root),
    typesOf: ({ folder }) => typesOf(root, folder),
    build: (chosen, tell) =>
      buildPieces(
        readPieces().filter((piece) => chosen.some(({ name }) => name === piece.name)),
        tell,
      ),
    terminal: {
      out: (text) => {
        hasAnswered = true;
        process.stdout.write(text);
      },
      err: (text) => process.stderr.write(text),
      isWatched,
      hasColours: isWatched && !process.env.NO_COLOR,
    },
  });
});
