import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from '@patchwork/federation';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { ReleaseError, serve } from '@patchwork/release';
import { releaseAll } from './publish.ts';
import { findShop, isAddress } from './shop-address.ts';
import { mirrorShop } from './shop-mirror.ts';
import { defaultConfig, release } from './workspace.ts';

const isRelease = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/** Publishes the workspace's own release when it is missing; a named one must exist. */
async function findRelease(source: string | undefined): Promise<string> {
  if (source === undefined) {
    if (!isRelease(release)) await releaseAll();
    return release;
  }
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), source);
  if (isRelease(folder)) return folder;
  throw new ReleaseError(
    `${folder} is no release: name a folder that “pnpm release publish” has written, or the address of a shop (https://…)`,
  );
}

/** The address of a shop: the named one, or that of a release folder that is served here. */
async function findOrigin(source: string | undefined): Promise<string> {
  if (source !== undefined && isAddress(source)) return findShop(source);
  const { url } = await serve({
    release: await findRelease(source),
    port: 0,
    defaultConfig,
    sample: readSample,
  });
  return url;
}

/**
 * Opens the released shop of a folder, of an address or of the workspace, with a registry that is
 * adjusted for each page. Throws a ReleaseError when there is no shop.
 */
export async function openReleasedShop(
  source: string | undefined,
  port: number,
  adjustRegistry: (registry: Registry) => Registry,
): Promise<{ readonly url: string }> {
  return mirrorShop({ origin: await findOrigin(source), port, adjustRegistry });
}
