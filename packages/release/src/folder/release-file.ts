import type * as v from 'valibot';
import { readIfPresent } from '../bytes/files.ts';
import { parseJson } from '../bytes/parse-json.ts';
import { releaseFile } from '../publish/add-version-folder.ts';
import { changedByHand } from './require-undamaged.ts';

interface VersionFolder {
  /** 'shell', or a remote's id. */
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** What a published version says of itself. Throws a ReleaseError when that is missing or damaged. */
export async function readReleaseFile<T>(
  { name, version, folder }: VersionFolder,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const file = releaseFile(folder);
  const content = await readIfPresent(file);
  if (content) return parseJson(file, content, schema);
  throw changedByHand({ name: `${name} ${version}`, folder, file, what: 'is missing' });
}
