import { existsSync } from 'node:fs';
import path from 'node:path';
import { describeRemote, readPort, serve } from '@patchwork/release';
import { buildAll } from './build.ts';
import { developmentDeath, startDevelopment, untilListening } from './development.ts';
import { publishAll } from './publish.ts';
import { defaultConfig, type Piece, release } from './workspace.ts';

// A released shell holds React's production build, on which the JSX of a development build fails
// ("dispatcher.getOwner is not a function"). The price: an edit reloads the page.
const likeReleased = ['--mode', 'production'];

/** Serves one remote's files alone, until it stops: any shop can use them as an override. */
export async function serveOne(piece: Piece): Promise<void> {
  const death = developmentDeath([startDevelopment(piece, ...likeReleased)]);
  await Promise.race([death, untilListening([piece])]);
  const address = `http://localhost:${piece.developmentPort}`;
  console.log(`${piece.name} is served at ${address}: enter that in the devtools panel of a shop`);
  await death;
}

/**
 * Runs one remote from its development server inside the released shop, until it stops. The
 * release on disk stays as it is: the registry points elsewhere only while it is served.
 */
export async function developOne(piece: Piece): Promise<void> {
  const port = readPort(process.env.PORT, 3000);
  if (!existsSync(path.join(release, 'index.html'))) {
    await buildAll();
    await publishAll();
  }
  const entry = `http://localhost:${piece.developmentPort}/remoteEntry.js`;
  const remote = await describeRemote(piece.folder, () => ({
    version: 'development',
    entry,
    files: {},
  }));
  const shop = await serve({
    release,
    port,
    defaultConfig,
    adjustRegistry: ({ remotes, ...registry }) => ({
      ...registry,
      remotes: [...remotes.filter(({ id }) => id !== remote.id), remote],
    }),
  });
  const death = developmentDeath([startDevelopment(piece, ...likeReleased)]);
  await Promise.race([death, untilListening([piece])]);
  console.log(`Patchwork is open at ${shop.url}, with ${piece.name} from its development server`);
  await death;
}
