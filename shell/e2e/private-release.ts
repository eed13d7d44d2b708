import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ActiveRemotes, chooseRemotes } from '@patchwork/federation';
import { serve } from '@patchwork/release';
import { readRegistry } from './release-versions.ts';

/** The release folder under test: production bundles, as `pnpm start` publishes them. */
export const release = path.resolve(import.meta.dirname, '../../.release');

export interface PrivateRelease {
  readonly url: string;
  readonly folder: string;
  /** Gives the shop another runtime configuration. */
  configure: (config: object) => Promise<void>;
  /** Changes registry.json as a hand would: the stable versions, which are then all there are. */
  editRegistry: (edit: (registry: ActiveRemotes) => void) => Promise<void>;
  close: () => Promise<void>;
}

/** A copy of the release at an address of its own. */
export async function openRelease(defaultConfig = {}): Promise<PrivateRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-release-'));
  await cp(release, folder, { recursive: true });
  const server = await serve({ release: folder, port: 0, defaultConfig });
  const registryFile = path.join(folder, 'registry.json');
  return {
    url: server.url,
    folder,
    configure: (config) => writeFile(path.join(folder, 'config.json'), JSON.stringify(config)),
    async editRegistry(edit) {
      const releases = await readRegistry(folder);
      const registry = chooseRemotes(releases, { bucket: undefined, failed: [] });
      edit(registry);
      const remotes = registry.remotes.map((stable) => ({ id: stable.id, stable }));
      await writeFile(registryFile, JSON.stringify({ ...releases, remotes }));
    },
    async close() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
