import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from '@patchwork/federation';
import { ReleaseError, serve } from '@patchwork/release';
import { buildAll } from './build.ts';
import { publishAll } from './publish.ts';
import { findShop, isAddress } from './shop-address.ts';
import { mirrorShop } from './shop-mirror.ts';
import { defaultConfig, release } from './workspace.ts';

const isRelease = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/** The workspace's own release is made when it is missing; one that was named must be there. */
async function findRelease(place: string | undefined): Promise<string> {
  if (place === undefined) {
    if (!isRelease(release)) {
      await buildAll();
      await publishAll();
    }
    return release;
  }
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), place);
  if (isRelease(folder)) return folder;
  throw new ReleaseError(
    `${folder} holds no release: name a folder that “pnpm release publish” has written, or the address of a shop (https://…)`,
  );
}

/** The address of a shop: of the one that is named so, or of a release folder that is served here. */
async function findOrigin(place: string | undefined): Promise<string> {
  if (place !== undefined && isAddress(place)) return findShop(place);
  const { url } = await serve({ release: await findRelease(place), port: 0, defaultConfig });
  return url;
}

/**
 * Opens a released shop with another registry, which is made for each page anew: that of a folder, of
 * an address, or the workspace's own. Throws a ReleaseError when there is none.
 */
export async function openReleasedShop(
  place: string | undefined,
  port: number,
  adjustRegistry: (releases: Registry) => Registry,
): Promise<{ readonly url: string }> {
  return mirrorShop({ origin: await findOrigin(place), port, adjustRegistry });
}
