import { main } from '@patchwork/cli/command';
import { buildAll } from './lib/publish.ts';
import { buildServers } from './lib/servers.ts';

await main(async () => {
  await buildAll();
  await buildServers();
});
