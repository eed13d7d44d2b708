import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from '@patchwork/federation';
import { ReleaseError, serve } from '@patchwork/release';
import { defaultConfig, type Site } from '../pieces.ts';
import { isAddress, readShop } from '../shop/read-shop.ts';
import { mirrorShop } from './shop-mirror.ts';

const isRelease = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/** Publishes the shop's own release when it is missing; a named one must exist. */
async function findRelease(site: Site, source: string | undefined): Promise<string> {
  if (source !== undefined) {
    if (isRelease(source)) return source;
    throw new ReleaseError(
      `${source} is no release: name a folder that “patchwork publish” has written, or the address of a shop (https://…)`,
    );
  }
  if (!site.isShop) {
    throw new ReleaseError(
      'Name the shop in which the remote is to be shown: --shop https://shop.example, or a release folder',
    );
  }
  const release = path.join(site.root, '.release');
  if (!isRelease(release)) {
    const { releaseAll } = await import('../build/publish-all.ts');
    await releaseAll(site);
  }
  return release;
}

/** The address of a shop: the named one, or that of a release folder that is served here. */
async function findOrigin(site: Site, source: string | undefined): Promise<string> {
  if (source !== undefined && isAddress(source)) return (await readShop(source)).origin;
  const release = await findRelease(site, source);
  const { readSample } = await import('@patchwork/mock-server/sample-answers');
  const { url } = await serve({ release, port: 0, defaultConfig, sample: readSample });
  return url;
}

/**
 * Opens the released shop of a folder, of an address or of the workspace, with a registry that is
 * adjusted for each page. Throws a ReleaseError when there is no shop.
 */
export async function openReleasedShop(
  site: Site,
  source: string | undefined,
  port: number,
  adjustRegistry: (registry: Registry) => Registry,
): Promise<{ readonly url: string }> {
  return mirrorShop({ origin: await findOrigin(site, source), port, adjustRegistry });
}
