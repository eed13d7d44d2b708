import { withReleaseLock } from '../folder/lock.ts';
import { problemsIn, readRegistry } from '../folder/registry-document.ts';
import { pageFor, updateRootFiles } from '../folder/root-files.ts';
import type { ReleaseContext } from './gate-question.ts';
import { completeHistory } from './record-move.ts';

/**
 * Writes index.html again after registry.json or config.json was edited by hand, and records which
 * pointers that moved. Returns a sentence
 * for each part of the registry that can't be parsed and is missing in the page.
 */
export async function writePage(context: ReleaseContext): Promise<readonly string[]> {
  const { release } = context;
  return withReleaseLock({ release, purpose: 'write-page' }, async () => {
    const document = await readRegistry(release);
    await completeHistory(context, document, context);
    await updateRootFiles(release, document, await pageFor(release, document));
    return problemsIn(document);
  });
}
