import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ActiveRemotes, chooseRemotes, parseRegistry } from '@patchwork/federation';
import { serve } from '@patchwork/release';

/** The release folder under test: production bundles, as `pnpm start` publishes them. */
export const release = path.resolve(import.meta.dirname, '../../.release');

export interface PrivateRelease {
  readonly url: string;
  readonly folder: string;
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
    async editRegistry(edit) {
      const { registry: releases } = parseRegistry(
        JSON.parse(await readFile(registryFile, 'utf8')),
      );
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
