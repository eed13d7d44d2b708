import { UsageError } from '../errors.ts';
import { changeRelease, completeHistory, writeRecorded } from '../pointers/change-release.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { readRepositories, writeRepositories } from '../pointers/repositories.ts';
import { statesIn } from '../release-folder/history.ts';
import { publishedVersions } from '../release-folder/layout.ts';
import { readRegistry } from '../release-folder/registry.ts';

/**
 * Records a repository, given by its names (see readRepository), as the owner of a piece. Throws a UsageError if the
 * release has no version of the piece, unless `isAhead` says that one will come, or if `repository` is empty.
 */
export async function assignRepository(
  context: ReleaseContext,
  name: string,
  repository: readonly string[],
  isAhead = false,
): Promise<{ readonly name: string; readonly before: string | undefined; readonly owner: string }> {
  const { store } = context;
  const release = store.folder;
  return changeRelease(context, `own ${name}`, async (signed) => {
    if (!isAhead && (await publishedVersions(release, name)).length === 0) {
      throw new UsageError(
        `${name} is not in ${release}: its first publication decides who owns it`,
      );
    }
    const [place] = repository;
    if (place === undefined)
      throw new UsageError(
        'This folder is not in a repository, which would become the owner: run this in one',
      );
    const document = await readRegistry(release);
    await completeHistory(context, document);
    const repositories = await readRepositories(release);
    await writeRepositories(store, { ...repositories, [name]: [...repository] });
    const state = statesIn(document).get(name) ?? null;
    const pieces = [{ name, from: state, to: state }];
    await writeRecorded(context, signed, {
      command: `own ${name}`,
      pieces,
      before: document,
      after: document,
    });
    return { name, before: repositories[name]?.[0], owner: place };
  });
}
