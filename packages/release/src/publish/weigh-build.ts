import path from 'node:path';
import { remoteJsonSchema } from '@patchwork/federation';
import { type Weight, weighRemote, weighShell } from '../gate/weigh.ts';
import { type BuiltPiece, readJson, readShellJson } from './built-files.ts';
import { readManifest } from './manifest.ts';

/** What a visitor would download of a piece as its build left it, for each page and slot. */
export async function weighBuild({ name, folder }: BuiltPiece): Promise<Weight[]> {
  const dist = path.join(folder, 'dist');
  if (name === 'shell') {
    const { budget } = await readShellJson(folder);
    return [await weighShell(path.join(dist, 'index.html'), dist, budget)];
  }
  const declaration = await readJson(path.join(folder, 'remote.json'), remoteJsonSchema);
  return weighRemote(dist, { ...declaration, ...(await readManifest(dist)) });
}
