import path from 'node:path';
import { bundleApi, bundleProgram, compiledApi } from '@patchwork/api-server/bundle';
import { main } from '@patchwork/cli/command';
import { buildAll } from './lib/publish.ts';
import { root } from './lib/workspace.ts';

/** Production build of `pnpm serve`. It has all that it imports: no package is installed beside it. */
const compiledServe = path.join(root, 'scripts/dist/serve.mjs');

await main(async () => {
  await buildAll();
  await bundleApi();
  await bundleProgram(path.join(root, 'scripts/serve.ts'), compiledServe);
  for (const file of [compiledApi, compiledServe])
    console.log(`built ${path.relative(root, file)}`);
});
