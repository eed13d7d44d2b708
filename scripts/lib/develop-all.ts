import { expectFreePorts, startDevelopment, untilListening, untilStopped } from './development.ts';
import { readPieces, shell } from './workspace.ts';

/** Runs every piece from its development server, until one of them stops. */
export async function developAll(): Promise<void> {
  const pieces = readPieces();
  await expectFreePorts(pieces);
  const servers = pieces.map((piece) => startDevelopment(piece));
  const stopped = untilStopped(servers);
  await Promise.race([stopped, untilListening(pieces)]);
  console.log(`Patchwork is open at http://localhost:${shell.developmentPort}`);
  await stopped;
}
