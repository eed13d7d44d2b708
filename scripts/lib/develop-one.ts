import { inRelease } from '@patchwork/build';
import { readPort } from '@patchwork/release';
import { declaredRemote } from './declared-remote.ts';
import {
  developmentDeath,
  expectFreePorts,
  startDevelopment,
  untilListening,
} from './development.ts';
import { openReleasedShop } from './released-shop.ts';
import type { Piece } from './workspace.ts';

const start = (piece: Piece) => startDevelopment(piece, '--env-mode', inRelease);

/** Serves one remote's files alone, until it stops: any shop can use them as an override. */
export async function serveOne(piece: Piece): Promise<void> {
  await expectFreePorts([piece]);
  const death = developmentDeath([start(piece)]);
  await Promise.race([death, untilListening([piece])]);
  const address = `http://localhost:${piece.developmentPort}`;
  console.log(`${piece.name} is served at ${address}: enter that in the devtools panel of a shop`);
  await death;
}

/**
 * Runs one remote from its development server inside a released shop, until it stops: the
 * workspace's own, or the one at `place`, a folder or an address. The release stays as it is: the
 * registry points elsewhere only while it is served, and follows the remote's declaration.
 */
export async function developOne(piece: Piece, place: string | undefined): Promise<void> {
  const port = readPort(process.env.PORT, 3000);
  await expectFreePorts([piece]);
  const readRemote = declaredRemote(piece.folder);
  const shop = await openReleasedShop(place, port, ({ remotes, ...releases }) => {
    const stable = readRemote();
    const others = remotes.filter(({ id }) => id !== stable.id);
    return { ...releases, remotes: [...others, { id: stable.id, stable, previous: [] }] };
  });
  const death = developmentDeath([start(piece)]);
  await Promise.race([death, untilListening([piece])]);
  const others = place === undefined ? '' : `, the rest from ${place}`;
  console.log(
    `Patchwork is open at ${shop.url}, with ${piece.name} from its development server${others}`,
  );
  await death;
}
