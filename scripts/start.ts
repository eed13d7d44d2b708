import { readPort, serve } from '@patchwork/release';
import { buildAll } from './lib/build.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { publishAll } from './lib/publish.ts';
import { main } from './lib/terminal.ts';
import { defaultConfig, release } from './lib/workspace.ts';

let stopServing = async (): Promise<void> => {};
onStop(async () => {
  await Promise.all([stopAll(), stopServing()]);
}, 0);

await main(async () => {
  const port = readPort(process.env.PORT, 3000);
  // Reports a taken port before the builds, not after them.
  await (await serve({ release, port })).stop();
  await buildAll();
  await publishAll();
  const server = await serve({ release, port, defaultConfig });
  stopServing = server.stop;
  console.log(`Patchwork is open at ${server.url}`);
});
