import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { remoteJsonSchema } from '@patchwork/federation';
import { exists } from '../bytes/files.ts';
import { workspacePackages } from '../gate/types/workspace-packages.ts';
import { ReleaseError } from '../release-error.ts';
import { readJson } from './built-files.ts';

const isNoSource = (name: string): boolean =>
  /^(?:node_modules|dist|dist-standalone|e2e)$/.test(name) || /\.test\.tsx?$/.test(name);

/** The newest file that a folder's builds are made of. */
async function newestIn(folder: string): Promise<{ file: string; time: number }> {
  let newest = { file: folder, time: 0 };
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (isNoSource(entry.name)) continue;
    const file = path.join(folder, entry.name);
    const found = entry.isDirectory()
      ? await newestIn(file)
      : { file, time: (await stat(file)).mtimeMs };
    if (found.time > newest.time) newest = found;
  }
  return newest;
}

/** Whether a piece is built, and no source of it was changed since. */
export const isBuilt = (name: string, folder: string): Promise<boolean> =>
  requireBuild(name, folder).then(
    () => true,
    () => false,
  );

/**
 * Throws a ReleaseError when a piece's declaration is wrong, when it is not built, or when a source of it or
 * of a package that it is made of was changed later: what would be published is not what its team sees.
 */
export async function requireBuild(name: string, folder: string): Promise<void> {
  const declaration = path.join(folder, 'remote.json');
  if (await exists(declaration)) await readJson(declaration, remoteJsonSchema);
  const advice = 'Build it, or give --build';
  const built = await stat(path.join(folder, 'dist/mf-manifest.json')).catch(() => undefined);
  if (!built) throw new ReleaseError(`${name} is not built: ${folder}/dist is missing. ${advice}`);
  const packages = await workspacePackages(folder);
  const newest = await Promise.all(packages.map((each) => newestIn(each.folder)));
  const later = newest.find(({ time }) => time > built.mtimeMs);
  if (!later) return;
  throw new ReleaseError(
    `${later.file} was changed after ${name} was built: its bundle is out of date. ${advice}`,
  );
}
