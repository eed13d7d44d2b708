import path from 'node:path';
import { readIfPresent } from '../bytes/files.ts';
import { ReleaseError } from '../release-error.ts';

/** The runtime configuration of a release folder. Throws a ReleaseError when it can't be read. */
export async function readConfig(release: string): Promise<unknown> {
  const file = path.join(release, 'config.json');
  const text = (await readIfPresent(file))?.toString();
  if (text === undefined) return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReleaseError(`${file} cannot be read (${String(error)}): fix it or delete it`);
  }
}
