import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleProgram } from '@patchwork/api-server/bundle';
import { root } from './workspace.ts';

/**
 * Compiles `pnpm serve` into two files in a folder: serve.mjs with all its imports, and the program that renders pages
 * in child processes, which it expects beside itself. Returns both paths.
 */
export async function compileServe(folder: string): Promise<string[]> {
  const files = ['serve.mjs', 'render-program.cjs'].map((name) => path.join(folder, name));
  const [server = '', program = ''] = files;
  await bundleProgram(path.join(root, 'scripts/serve.ts'), server, ['./lib/uploads.ts']);
  await copyFile(path.join(root, 'platform/release/src/render/render-program.cjs'), program);
  return files;
}
