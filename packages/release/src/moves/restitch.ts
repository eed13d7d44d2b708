import { withLock } from '../folder/lock.ts';
import { makePage, updateRoot } from '../folder/page.ts';
import { leftOutOf, readRegistry } from '../folder/registry-document.ts';
import type { ReleaseContext } from './gate-question.ts';

/**
 * Makes the page anew, after registry.json or config.json were edited by hand. Answers a sentence for
 * each thing in the registry that could not be read, and that the page lacks now.
 */
export async function restitch({ release }: ReleaseContext): Promise<readonly string[]> {
  return withLock({ release, purpose: 'stitch' }, async () => {
    const document = await readRegistry(release);
    await updateRoot(release, document, await makePage(release, document));
    return leftOutOf(document);
  });
}
