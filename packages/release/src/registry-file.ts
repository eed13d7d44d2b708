import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRegistry, type ReleasedRemote } from '@patchwork/federation';
import { replaceFile } from './files.ts';
import { ReleaseError } from './release-error.ts';

export const registryFile = (release: string): string => path.join(release, 'registry.json');

interface RegistryDocument {
  remotes: unknown[];
}

async function readDocument(file: string): Promise<RegistryDocument> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { remotes: [] };
  try {
    const document: unknown = JSON.parse(text);
    parseRegistry(document);
    return document as RegistryDocument;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(`${file} cannot be read (${reason}): mend it or delete it`);
  }
}

const idOf = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;

/**
 * Makes a remote live: its entry takes the place of the one with the same id. The other entries
 * stay as they are written, also those that this version of the schema would refuse.
 */
export async function pointTo(release: string, remote: ReleasedRemote): Promise<void> {
  const file = registryFile(release);
  const { remotes } = await readDocument(file);
  const present = remotes.some((entry) => idOf(entry) === remote.id);
  const updated = present
    ? remotes.map((entry) => (idOf(entry) === remote.id ? remote : entry))
    : [...remotes, remote];
  await replaceFile(file, `${JSON.stringify({ format: 1, remotes: updated }, null, 2)}\n`);
}
