import type { ChildProcess } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { ReleaseError } from '@patchwork/release';
import { type DeclaredPiece, type Piece, tool } from '../pieces.ts';
import { exitCode, start, stopAll } from '../processes.ts';

export interface DevelopmentServer {
  readonly piece: Piece;
  readonly child: ChildProcess;
}

function prefixLines({ piece, child }: DevelopmentServer): void {
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    createInterface({ input }).on('line', (line) => {
      if (line.trim() !== '') console.log(`${piece.name.padEnd(13)}│ ${line}`);
    });
  }
}

/** Starts a piece's development server. Prints the non-blank lines of its output, each after the piece's name. */
export function startDevelopment(piece: Piece, ...flags: string[]): DevelopmentServer {
  const chosen = piece.environments.flatMap((name) => ['--environment', name]);
  const child = start(tool('rsbuild', piece.folder), ['dev', ...chosen, ...flags], {
    cwd: piece.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = { piece, child };
  prefixLines(server);
  return server;
}

/** Waits until a server stops by itself, stops the others, and rejects with a ReleaseError. */
export async function untilStopped(servers: readonly DevelopmentServer[]): Promise<never> {
  const name = await Promise.race(
    servers.map(async ({ piece, child }) => {
      await exitCode(child);
      return piece.name;
    }),
  );
  await stopAll();
  throw new ReleaseError(`The development server of ${name} stopped, and the others with it`);
}

/** Whether a server can listen on the port: no other program uses it, and the system doesn't reserve it. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/** Returns the first port, counted from `port`, on which a server can listen. */
export async function nextFreePort(port: number): Promise<number> {
  return (await isFree(port)) ? port : nextFreePort(port + 1);
}

/**
 * Returns a piece with a free port for its development server: its own or, if a program uses that, such as the server of
 * another team's remote, the next free one.
 */
export async function atFreePort(piece: DeclaredPiece): Promise<DeclaredPiece> {
  const developmentPort = await nextFreePort(piece.developmentPort);
  if (developmentPort !== piece.developmentPort) {
    console.log(
      `Port ${piece.developmentPort} is taken, so ${piece.name} is developed at ${developmentPort}`,
    );
  }
  return { ...piece, developmentPort };
}

/**
 * Throws a ReleaseError if a program already uses the development port of one of the pieces. The piece's own server
 * would exit, and that program could be mistaken for it.
 */
export async function expectFreePorts(pieces: readonly DeclaredPiece[]): Promise<void> {
  for (const { name, developmentPort } of pieces) {
    if (await isFree(developmentPort)) continue;
    throw new ReleaseError(
      `Port ${developmentPort} is taken, and ${name} is developed there: stop the other program first (another “pnpm dev”?)`,
    );
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export async function untilListening(pieces: readonly DeclaredPiece[]): Promise<void> {
  for (const { developmentPort } of pieces) {
    while (!(await isListening(developmentPort))) await setTimeout(200);
  }
}
