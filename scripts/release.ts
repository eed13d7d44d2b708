import { createGate, runCommandLine, typesOf } from '@patchwork/release';
import { buildPieces } from './lib/build.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { main } from './lib/terminal.ts';
import { pieces, release, root } from './lib/workspace.ts';

onStop(130, stopAll);
await main(async () => {
  const isWatched = process.stdout.isTTY && process.stderr.isTTY;
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    pieces,
    release,
    from: process.env.INIT_CWD ?? process.cwd(),
    gate: createGate(root),
    typesOf: ({ folder }) => typesOf(root, folder),
    build: (chosen, tell) =>
      buildPieces(
        pieces.filter((piece) => chosen.some(({ name }) => name === piece.name)),
        tell,
      ),
    terminal: {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      isWatched,
      hasColours: isWatched && !process.env.NO_COLOR,
    },
  });
});
