import { inRelease } from '@patchwork/build';
import { readPort } from '@patchwork/release';
import { declaredRemote } from './declared-remote.ts';
import { expectFreePorts, startDevelopment, untilListening, untilStopped } from './development.ts';
import { openReleasedShop } from './released-shop.ts';
import { type DeclaredPiece, readDeclaredPieces, shell } from './workspace.ts';

/** Runs pieces until one of them stops, and says where to look as soon as all of them listen. */
async function run(
  pieces: readonly DeclaredPiece[],
  message: string,
  ...flags: string[]
): Promise<void> {
  const stopped = untilStopped(pieces.map((piece) => startDevelopment(piece, ...flags)));
  await Promise.race([stopped, untilListening(pieces)]);
  console.log(message);
  await stopped;
}

const runInRelease = (piece: DeclaredPiece, message: string): Promise<void> =>
  run([piece], message, '--env-mode', inRelease);

/** Runs every piece from its development server, until one of them stops. */
export async function developAll(): Promise<void> {
  const pieces = readDeclaredPieces();
  await expectFreePorts(pieces);
  await run(pieces, `Patchwork is open at http://localhost:${shell.developmentPort}`);
}

/** Serves one remote's files alone, until it stops: any shop can use them as an override. */
export async function serveOne(piece: DeclaredPiece): Promise<void> {
  await expectFreePorts([piece]);
  const address = `http://localhost:${piece.developmentPort}`;
  await runInRelease(
    piece,
    `${piece.name} is served at ${address}: enter that in the devtools panel of a shop`,
  );
}

/**
 * Runs one remote from its development server inside a released shop, until it stops: the
 * workspace's own, or the one at `source`, a folder or an address. The release is not changed: the
 * registry is changed only while it is served, and follows the remote's declaration.
 */
export async function developOne(piece: DeclaredPiece, source: string | undefined): Promise<void> {
  const port = readPort(process.env.PORT, 3000);
  await expectFreePorts([piece]);
  const readRemote = declaredRemote(piece.folder);
  // Without `complete`, which has the last good version of this remote: its errors are to be seen.
  const shop = await openReleasedShop(source, port, ({ format, remotes }) => {
    const stable = readRemote();
    const others = remotes.filter(({ id }) => id !== stable.id);
    return { format, remotes: [...others, { id: stable.id, stable, previous: [] }] };
  });
  const others = source === undefined ? '' : `, the rest from ${source}`;
  await runInRelease(
    piece,
    `Patchwork is open at ${shop.url}, with ${piece.name} from its development server${others}`,
  );
}
