import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRemotes } from '@patchwork/build/workspace';
import { root } from '../workspace.ts';

/**
 * Writes a release from the shell's template and this workspace's declarations. Its pages have a <head> but no scripts.
 */
export async function writeRelease(release: string): Promise<void> {
  await mkdir(release, { recursive: true });
  await cp(path.join(root, 'shell/index.html'), path.join(release, 'index.html'));
  const integrity = { 'remoteEntry.js': `sha384-${'a'.repeat(64)}` };
  const remotes: object[] = [];
  for (const { folder, declaration } of workspaceRemotes(root)) {
    const { id, team, routes } = declaration;
    const entry = `/remotes/${id}/1.0.0/remoteEntry.js`;
    remotes.push({ id, stable: { id, team, routes, version: '1.0.0', entry, integrity } });
    const version = path.join(release, 'remotes', id, '1.0.0');
    await mkdir(version, { recursive: true });
    await cp(path.join(folder, 'remote.json'), path.join(version, 'remote.json'));
  }
  await writeFile(path.join(release, 'registry.json'), JSON.stringify({ format: 2, remotes }));
}
