import { readPort, serve } from '@patchwork/release';
import { onStop } from './lib/processes.ts';
import { main } from './lib/terminal.ts';
import { release } from './lib/workspace.ts';

await main(async () => {
  const server = await serve({ release, port: readPort(process.env.PORT, 3000) });
  onStop(0, server.stop);
  console.log(`Patchwork is open at ${server.url}`);
});
