import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleProgram } from '@patchwork/api-server/bundle';
import { root } from './workspace.ts';

/**
 * Compiles `pnpm serve` into two files of a folder: serve.mjs, which has all that it imports, and the program of the
 * processes that render pages, which it reads from beside itself. Returns their paths.
 */
export async function compileServe(folder: string): Promise<string[]> {
  const files = ['serve.mjs', 'render-program.cjs'].map((name) => path.join(folder, name));
  const [server = '', program = ''] = files;
  await bundleProgram(path.join(root, 'scripts/serve.ts'), server);
  await copyFile(path.join(root, 'packages/release/src/render/render-program.cjs'), program);
  return files;
}
