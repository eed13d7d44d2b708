import { withReleaseLock } from '../folder/lock.ts';
import { problemsIn, readRegistry } from '../folder/registry-document.ts';
import { pageFor, updateRootFiles } from '../folder/root-files.ts';
import type { ReleaseContext } from './gate-question.ts';

/**
 * Writes index.html again after registry.json or config.json was edited by hand. Returns a sentence
 * for each part of the registry that can't be parsed and is missing in the page.
 */
export async function writePage({ release }: ReleaseContext): Promise<readonly string[]> {
  return withReleaseLock({ release, purpose: 'write-page' }, async () => {
    const document = await readRegistry(release);
    await updateRootFiles(release, document, await pageFor(release, document));
    return problemsIn(document);
  });
}
