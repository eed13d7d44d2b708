import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listFiles } from '../../bytes/files.ts';

/** Which packages are installed: of pnpm and of npm. */
export const lockfiles = ['pnpm-lock.yaml', 'package-lock.json'];

const isSource = (file: string): boolean =>
  /\.(?:tsx?|json)$/.test(file) && !/\.test\.tsx?$/.test(file);

async function sourcesOf(folder: string): Promise<string[]> {
  const sources = (await listFiles(path.join(folder, 'src'))).filter(isSource);
  const named = ['package.json', 'remote.json', ...sources.map((file) => path.join('src', file))];
  return named.map((file) => path.join(folder, file));
}

/** Returns a hash of what a piece's types come from: its sources, its packages', pages, what is installed. */
export async function sourceHash(
  workspace: string,
  folders: readonly string[],
  salt: string,
): Promise<string> {
  const hash = createHash('sha256').update(salt);
  const sources = await Promise.all(folders.map(sourcesOf));
  const common = ['tsconfig.json', 'shop.d.ts', ...lockfiles].map((file) =>
    path.join(workspace, file),
  );
  for (const file of [...common, ...sources.flat()]) {
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    hash.update(`${path.relative(workspace, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
