import path from 'node:path';
import { parseRegistry, type ReleasedRemote } from '@patchwork/federation';
import * as v from 'valibot';
import { contentHash, publishedFiles } from './files.ts';
import { readExposedFiles } from './manifest.ts';
import { type Publication, type Published, readJson, readVersion } from './piece.ts';
import { placeForGood } from './place.ts';
import { pointTo } from './registry-file.ts';
import { ReleaseError } from './release-error.ts';
import { sizeOf } from './size.ts';

const declarationSchema = v.looseObject({ id: v.string() });

/** The registry's entry for a build, checked as the shop's page will check it. */
async function describe(piece: string, version: string, hash: string): Promise<ReleasedRemote> {
  const file = path.join(piece, 'remote.json');
  const declaration = await readJson(file, declarationSchema);
  const entry = `/remotes/${declaration.id}/${version}-${hash}/remoteEntry.js`;
  const files = await readExposedFiles(path.join(piece, 'dist'));
  const { registry, problems } = parseRegistry({
    format: 1,
    remotes: [{ ...declaration, version, entry, files }],
  });
  const [remote] = registry.remotes;
  if (!remote) throw new ReleaseError(`${file}: ${problems.join('; ')}`);
  return remote;
}

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
  const files = await publishedFiles(dist);
  if (!files.includes('remoteEntry.js')) {
    throw new ReleaseError(`${dist}/remoteEntry.js is missing: build the piece first`);
  }
  const hash = await contentHash(dist, files);
  const remote = await describe(piece, await readVersion(piece), hash);
  requireModules(remote);
  const folder = path.join(release, path.dirname(remote.entry));
  const fresh = await placeForGood(dist, files, folder);
  await pointTo(release, remote);
  const size = await sizeOf(folder, files);
  return { name: remote.id, version: path.basename(folder), fresh, size };
}
