import path from 'node:path';
import * as v from 'valibot';
import { readJson } from './piece.ts';

const assets = v.object({ sync: v.array(v.string()) });

/** The part of Module Federation's mf-manifest.json that a release needs. */
const manifestSchema = v.object({
  exposes: v.array(v.object({ path: v.string(), assets: v.object({ js: assets, css: assets }) })),
});

/** The files that each exposed module needs at once, by module, relative to the entry. */
export async function readExposedFiles(dist: string): Promise<Record<string, string[]>> {
  const { exposes } = await readJson(path.join(dist, 'mf-manifest.json'), manifestSchema);
  return Object.fromEntries(
    exposes.map(({ path: module, assets: { js, css } }) => [module, [...js.sync, ...css.sync]]),
  );
}
