import { ReleaseError } from '@patchwork/release';
import { exitCode, start } from './processes.ts';
import { secondsSince } from './terminal.ts';
import { type Piece, readDeclaredPieces, tool } from './workspace.ts';

/** As many builds at a time as the smallest machine has cores. */
const workers = 2;

type Report = (line: string) => void;

/** Builds one piece for production; its output is shown when it fails. */
async function buildPiece({ name, folder, target }: Piece, report: Report): Promise<void> {
  const startTime = performance.now();
  const child = start(tool('rsbuild', folder), ['build', ...target], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => output.push(data));
  child.stderr?.on('data', (data: Buffer) => output.push(data));
  if ((await exitCode(child)) !== 0) {
    process.stderr.write(Buffer.concat(output));
    throw new ReleaseError(`${name} could not be built`);
  }
  report(`built ${name.padEnd(14)} in ${secondsSince(startTime)}`);
}

/** Builds pieces for production. Throws a ReleaseError that names each piece that failed. */
export async function buildPieces(chosen: readonly Piece[], report: Report): Promise<void> {
  const waiting = [...chosen];
  const failures: string[] = [];
  async function work(): Promise<void> {
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
      await buildPiece(piece, report).catch((error: Error) => failures.push(error.message));
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
  if (failures.length > 0) throw new ReleaseError(failures.join('\n'));
}

export const buildAll = (): Promise<void> => buildPieces(readDeclaredPieces(), console.log);
