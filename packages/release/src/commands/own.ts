import { isDeepStrictEqual } from 'node:util';
import { publishedVersions } from '../folder/folders.ts';
import { withReleaseLock } from '../folder/lock.ts';
import { type Owners, readOwners, writeOwners } from '../folder/owners.ts';
import { readRegistry } from '../folder/registry-document.ts';
import type { Finding } from '../gate/gate.ts';
import { statesIn } from '../history/states.ts';
import { UsageError } from '../release-error.ts';
import type { ReleaseContext } from './gate-question.ts';
import { completeHistory, writeRecorded } from './record-move.ts';
import type { AddedPiece } from './stage.ts';

/** Names of the same place that are remembered at most: a repository's address, and folders of it. */
const MAX_NAMES = 10;

/** Refuses builds that come from another place than the first one of their piece. */
export function checkOwners(pieces: readonly AddedPiece[], owners: Owners): Finding[] {
  return pieces.flatMap(({ name, version, owner = [] }): Finding[] => {
    const known = owners[name] ?? [];
    if (known.length === 0 || owner.length === 0) return [];
    if (owner.some((each) => known.includes(each))) return [];
    const ours = `${name} ${version.version}`;
    const message = `${ours} comes from ${owner[0]}, but ${name} belongs to ${known[0]}. Choose another id for yours; if it has moved, “patchwork own ${name}” makes its present place the owner.`;
    return [{ severity: 'refusal', rule: 'owner', file: 'remote.json', message, ours }];
  });
}

/** Remembers where builds come from: the first one makes an owner, a later one adds its names. */
export async function rememberOwners(release: string, pieces: readonly AddedPiece[]) {
  const before = await readOwners(release);
  const known = pieces.flatMap(({ name, owner = [] }) => {
    const names = [...new Set([...(before[name] ?? []), ...owner])].slice(0, MAX_NAMES);
    return names.length > 0 ? [[name, names] as const] : [];
  });
  const after = { ...before, ...Object.fromEntries(known) };
  if (!isDeepStrictEqual(before, after)) await writeOwners(release, after);
}

/** Makes another place the owner of a piece. Throws a UsageError on one that has no version here. */
export async function own(
  context: ReleaseContext,
  name: string,
  owner: readonly string[],
): Promise<{ readonly name: string; readonly before: string | undefined; readonly owner: string }> {
  const { release } = context;
  return withReleaseLock({ release, purpose: `own ${name}` }, async () => {
    if ((await publishedVersions(release, name)).length === 0) {
      throw new UsageError(`${name} is not in ${release}: its first publication makes the owner`);
    }
    const [place] = owner;
    if (place === undefined)
      throw new UsageError('It is not known where this is: run it in a repository');
    const document = await readRegistry(release);
    await completeHistory(context, document);
    const owners = await readOwners(release);
    await writeOwners(release, { ...owners, [name]: [...owner] });
    const state = statesIn(document).get(name) ?? null;
    const pieces = [{ name, from: state, to: state }];
    await writeRecorded(context, {
      command: `own ${name}`,
      pieces,
      before: document,
      after: document,
    });
    return { name, before: owners[name]?.[0], owner: place };
  });
}
