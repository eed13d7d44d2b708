import path from 'node:path';
import type { ReleasedRemote } from '@patchwork/federation';
import { describeRemote } from './describe-remote.ts';
import { contentHash, publishedFiles } from './files.ts';
import { readExposedFiles } from './manifest.ts';
import { type Publication, type Published, readVersion } from './piece.ts';
import { placeForGood } from './place.ts';
import { pointTo } from './registry-file.ts';
import { ReleaseError } from './release-error.ts';
import { sizeOf } from './size.ts';

function requireModules({ id, routes, slots, files }: ReleasedRemote): void {
  const declared = [...routes.map(({ module }) => module), ...Object.values(slots)];
  const absent = declared.filter((module) => !(module in files));
  if (absent.length === 0) return;
  throw new ReleaseError(`${id} declares ${absent.join(', ')}, which its build does not expose`);
}

/**
 * Publishes a remote's build into an immutable folder of its own and points the registry to it.
 * Throws a ReleaseError, and changes nothing, when the build is missing or breaks its declaration.
 */
export async function publishRemote({ piece, release }: Publication): Promise<Published> {
  const dist = path.join(piece, 'dist');
  const published = await publishedFiles(dist);
  if (!published.includes('remoteEntry.js')) {
    throw new ReleaseError(`${dist}/remoteEntry.js is missing: build the piece first`);
  }
  const hash = await contentHash(dist, published);
  const version = await readVersion(piece);
  const files = await readExposedFiles(dist);
  const remote = await describeRemote(piece, (id) => ({
    version,
    entry: `/remotes/${id}/${version}-${hash}/remoteEntry.js`,
    files,
  }));
  requireModules(remote);
  const folder = path.join(release, path.dirname(remote.entry));
  const fresh = await placeForGood(dist, published, folder);
  await pointTo(release, remote);
  const size = await sizeOf(folder, published);
  return { name: remote.id, version: path.basename(folder), fresh, size };
}
