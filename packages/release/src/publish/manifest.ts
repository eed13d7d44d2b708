import path from 'node:path';
import type { PublishedRemote } from '@patchwork/federation';
import * as v from 'valibot';
import { readJson } from './built-files.ts';

const assets = v.object({ sync: v.array(v.string()) });

/** The part of Module Federation's mf-manifest.json that a release needs. */
const manifestSchema = v.object({
  exposes: v.array(v.object({ path: v.string(), assets: v.object({ js: assets, css: assets }) })),
  shared: v.optional(
    v.array(v.object({ name: v.string(), version: v.string(), requiredVersion: v.string() })),
    [],
  ),
});

const byName = ({ name: a }: { name: string }, { name: b }: { name: string }) => (a < b ? -1 : 1);

/** What a build's manifest says: files by exposed module, relative to the entry; shared packages. */
export async function readManifest(
  dist: string,
): Promise<Pick<PublishedRemote, 'files' | 'shared'>> {
  const { exposes, shared } = await readJson(path.join(dist, 'mf-manifest.json'), manifestSchema);
  const files = exposes.map(({ path: module, assets: { js, css } }) => [
    module,
    [...js.sync, ...css.sync],
  ]);
  const packages = shared
    .toSorted(byName)
    .map(({ name, version, requiredVersion }) => [name, { version, requiredVersion }]);
  return { files: Object.fromEntries(files), shared: Object.fromEntries(packages) };
}
