import path from 'node:path';
import * as v from 'valibot';
import { readIfPresent, replaceFile } from '../bytes/files.ts';
import { parseJson } from '../bytes/parse-json.ts';

/**
 * By piece, the names of the places that its builds come from. No server of a release sends the file, whose name
 * begins with a dot: a repository's address is nobody else's business.
 */
const schema = v.record(v.string(), v.array(v.string()));

export type Owners = Readonly<v.InferOutput<typeof schema>>;

const ownersFile = (release: string): string => path.join(release, '.owners.json');

/** Without the file nothing has an owner yet. Throws a ReleaseError on one that can't be read. */
export async function readOwners(release: string): Promise<Owners> {
  const content = await readIfPresent(ownersFile(release));
  return content ? parseJson(ownersFile(release), content, schema) : {};
}

export const writeOwners = (release: string, owners: Owners): Promise<void> =>
  replaceFile(ownersFile(release), `${JSON.stringify(owners, null, 2)}\n`);
