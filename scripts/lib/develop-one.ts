import { inRelease } from '@patchwork/build';
import { readPort } from '@patchwork/release';
import { declaredRemote } from './declared-remote.ts';
import { expectFreePorts, startDevelopment, untilListening, untilStopped } from './development.ts';
import { openReleasedShop } from './released-shop.ts';
import type { Piece } from './workspace.ts';

const start = (piece: Piece) => startDevelopment(piece, '--env-mode', inRelease);

/** Serves one remote's files alone, until it stops: any shop can use them as an override. */
export async function serveOne(piece: Piece): Promise<void> {
  await expectFreePorts([piece]);
  const stopped = untilStopped([start(piece)]);
  await Promise.race([stopped, untilListening([piece])]);
  const address = `http://localhost:${piece.developmentPort}`;
  console.log(`${piece.name} is served at ${address}: enter that in the devtools panel of a shop`);
  await stopped;
}

/**
 * Runs one remote from its development server inside a released shop, until it stops: the
 * workspace's own, or the one at `source`, a folder or an address. The release is not changed: the
 * registry is changed only while it is served, and follows the remote's declaration.
 */
export async function developOne(piece: Piece, source: string | undefined): Promise<void> {
  const port = readPort(process.env.PORT, 3000);
  await expectFreePorts([piece]);
  const readRemote = declaredRemote(piece.folder);
  const shop = await openReleasedShop(source, port, ({ remotes, ...registry }) => {
    const stable = readRemote();
    const others = remotes.filter(({ id }) => id !== stable.id);
    return { ...registry, remotes: [...others, { id: stable.id, stable, previous: [] }] };
  });
  const stopped = untilStopped([start(piece)]);
  await Promise.race([stopped, untilListening([piece])]);
  const others = source === undefined ? '' : `, the rest from ${source}`;
  console.log(
    `Patchwork is open at ${shop.url}, with ${piece.name} from its development server${others}`,
  );
  await stopped;
}
