import path from 'node:path';
import { bundleApi, compiledApi } from '@patchwork/api-server/bundle';
import { main } from '@patchwork/cli/command';
import { compileServe } from './lib/compile-serve.ts';
import { buildAll } from './lib/publish.ts';
import { root } from './lib/workspace.ts';

await main(async () => {
  await buildAll();
  await bundleApi();
  const compiled = await compileServe(path.join(root, 'scripts/dist'));
  for (const file of [compiledApi, ...compiled]) console.log(`built ${path.relative(root, file)}`);
});
