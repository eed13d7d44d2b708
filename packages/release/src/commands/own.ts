import { UsageError } from '../errors.ts';
import { publishedVersions } from '../folder/layout.ts';
import { readRegistry } from '../folder/registry.ts';
import { statesIn } from '../history/history.ts';
import type { ReleaseContext } from '../move/context.ts';
import { withReleaseLock } from '../move/lock.ts';
import { completeHistory, writeRecorded } from '../move/move-pointers.ts';
import { readOwners, writeOwners } from '../move/owners.ts';

/**
 * Makes the place where the command runs the owner of a piece. Throws a UsageError if the release has no version of the
 * piece, or if the place is not known.
 */
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
