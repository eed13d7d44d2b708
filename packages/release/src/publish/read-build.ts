import path from 'node:path';
import { readIntegrity } from '../bytes/integrity.ts';
import { type BuiltPiece, sourcesOf } from './built-files.ts';
import { readManifest } from './manifest.ts';
import { requireStatedFiles } from './stated-hashes.ts';

/**
 * The content of a version: where its files are copied from, their hashes, and what the manifest says.
 * Throws a RefusedError when the files in dist/ are not those that the build was made of.
 */
export async function readBuild(piece: BuiltPiece, built: readonly string[]) {
  const dist = path.join(piece.folder, 'dist');
  await requireStatedFiles(piece.name, dist, built);
  const sources = await sourcesOf(piece, built);
  return { sources, integrity: await readIntegrity(sources), ...(await readManifest(dist)) };
}
