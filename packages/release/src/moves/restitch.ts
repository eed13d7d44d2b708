import { withLock } from '../folder/lock.ts';
import { makePage, updateRoot } from '../folder/page.ts';
import { readRegistry } from '../folder/registry-document.ts';
import type { ReleaseContext } from './gate-question.ts';

/** Makes the page anew, after registry.json or config.json were edited by hand. */
export async function restitch({ release }: ReleaseContext): Promise<void> {
  await withLock({ release, purpose: 'stitch' }, async () => {
    const document = await readRegistry(release);
    await updateRoot(release, document, await makePage(release, document));
  });
}
