import { buildAll } from './lib/build.ts';
import { buildServers } from './lib/servers.ts';
import { main } from './lib/terminal.ts';

await main(async () => {
  await buildAll();
  await buildServers();
});
