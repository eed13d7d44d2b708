import { withReleaseLock } from '../folder/lock.ts';
import { problemsIn, readRegistry } from '../folder/registry-document.ts';
import { pageFor, updateRootFiles } from '../folder/root-files.ts';
import type { ReleaseContext } from './gate-question.ts';

/**
 * Makes the page anew, after registry.json or config.json were edited by hand. Answers a sentence for
 * each thing in the registry that could not be read, and that the page lacks now.
 */
export async function writePage({ release }: ReleaseContext): Promise<readonly string[]> {
  return withReleaseLock({ release, purpose: 'stitch' }, async () => {
    const document = await readRegistry(release);
    await updateRootFiles(release, document, await pageFor(release, document));
    return problemsIn(document);
  });
}
