import { once } from 'node:events';
import path from 'node:path';
import {
  createGate,
  emitAllTypes,
  folderStore,
  publish,
  type ReleaseContext,
  ReleaseError,
  readAuthor,
  readRepository,
} from '@patchwork/release';
import { secondsSince } from '../command.ts';
import { packageFolder } from '../own-package.ts';
import { type Piece, readDeclaredPieces, type Site, shopTypesProblem } from '../pieces.ts';
import { exitCode, start } from '../processes.ts';
import { publishedTable } from '../release/texts.ts';

/** Maximum number of parallel builds: as many as a small machine has cores. */
const MAX_WORKERS = 2;

type Report = (line: string) => void;

const startWorker = () =>
  start(process.execPath, [path.join(packageFolder, 'build-worker.mjs')], {
    // Only errors are printed.
    stdio: ['ignore', 2, 2, 'ipc'],
  });

type Worker = ReturnType<typeof startWorker>;

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

/** Publishes the builds of all pieces, in one step, into the shop's own release folder, and prints the result. */
export async function publishAll(site: Site): Promise<void> {
  const { root } = site;
  const pieces = readDeclaredPieces(site);
  const context: ReleaseContext = {
    store: folderStore(path.join(root, '.release')),
    gate: createGate(root),
    author: () => readAuthor(root),
    // A local shop has no visitors, so a change of a page's access needs no confirmation.
    flags: pieces.flatMap(({ routes }) => routes.map((route) => `--allow-access ${route}`)),
    progress: () => undefined,
    warn: (warnings) => {
      for (const { rule, message } of warnings) console.log(`warning: ${rule}: ${message}`);
    },
  };
  const folders = pieces.map(({ folder }) => folder);
  const types = await emitAllTypes(root, folders);
  const built = await Promise.all(
    pieces.map(async ({ name, folder }, index) => ({
      name,
      folder,
      repository: await readRepository(folder),
      ...types[index],
    })),
  );
  console.log(publishedTable(await publish(context, built), (_style, text) => text));
}

export const buildAll = (site: Site): Promise<void> =>
  buildPieces(readDeclaredPieces(site), console.log);

/** Builds all pieces, and publishes them into the shop's own release folder. */
export async function releaseAll(site: Site): Promise<void> {
  await buildAll(site);
  const problem = shopTypesProblem(site);
  if (problem !== undefined) console.warn(problem);
  await publishAll(site);
}
