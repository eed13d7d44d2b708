import path from 'node:path';
import { requireGrants } from '@patchwork/build/policy';
import { messageOf, ReleaseError } from '../errors.ts';
import { readIfPresent } from './files.ts';

/**
 * Reads a release folder's runtime configuration; {} if there is none. Throws a ReleaseError if it is unreadable or its
 * rights are invalid.
 */
export async function readConfig(release: string): Promise<unknown> {
  const file = path.join(release, 'config.json');
  const text = (await readIfPresent(file))?.toString();
  if (text === undefined) return {};
  try {
    const config: unknown = JSON.parse(text);
    requireGrants(config);
    return config;
  } catch (error) {
    throw new ReleaseError(`${file} cannot be read (${messageOf(error)}): fix it or delete it`);
  }
}
