import { once } from 'node:events';
import path from 'node:path';
import { ReleaseError } from '@patchwork/release';
import { secondsSince } from '../command.ts';
import { packageFolder } from '../own-package.ts';
import type { Piece } from '../pieces.ts';
import { exitCode, start } from '../processes.ts';

/** As many builds at a time as the smallest machine has cores. */
const MAX_WORKERS = 2;

type Report = (line: string) => void;

const startWorker = () =>
  start(process.execPath, [path.join(packageFolder, 'build-worker.mjs')], {
    // Only errors are printed.
    stdio: ['ignore', 2, 2, 'ipc'],
  });

type Worker = ReturnType<typeof startWorker>;

/** Builds one piece for production. */
async function buildPiece(worker: Worker, piece: Piece, report: Report): Promise<void> {
  const startTime = performance.now();
  const ended = exitCode(worker).then(() => [false]);
  worker.send(piece);
  const [isBuilt] = await Promise.race([once(worker, 'message'), ended]);
  if (!isBuilt) throw new ReleaseError(`${piece.name} could not be built`);
  report(`built ${piece.name.padEnd(14)} in ${secondsSince(startTime)}`);
}

/** Builds pieces for production. Throws a ReleaseError that names each piece that failed. */
export async function buildPieces(chosen: readonly Piece[], report: Report): Promise<void> {
  const waiting = [...chosen];
  const failures: string[] = [];
  async function work(): Promise<void> {
    let worker = startWorker();
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
      if (!worker.connected) worker = startWorker();
      await buildPiece(worker, piece, report).catch((error: Error) => failures.push(error.message));
    }
    if (worker.connected) worker.disconnect();
  }
  const workers = Math.min(MAX_WORKERS, chosen.length);
  await Promise.all(Array.from({ length: workers }, work));
  if (failures.length > 0) throw new ReleaseError(failures.join('\n'));
}
