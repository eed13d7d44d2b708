import path from 'node:path';
import { bundleApi, bundleProgram, compiledApi } from '@patchwork/api-server/bundle';
import { root } from './workspace.ts';

/** Production build of `pnpm serve`. It has all that it imports: no package is installed beside it. */
const compiledServe = path.join(root, 'scripts/dist/serve.mjs');

/** Compiles the API server and the release server. Both run with Node alone, and with what docs/deployment.md names. */
export async function buildServers(): Promise<void> {
  await bundleApi();
  await bundleProgram(path.join(root, 'scripts/serve.ts'), compiledServe);
  for (const file of [compiledApi, compiledServe])
    console.log(`built ${path.relative(root, file)}`);
}
