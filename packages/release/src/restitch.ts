import type { ReleaseContext } from './gate-question.ts';
import { withLock } from './lock.ts';
import { makePage, updateRoot } from './page.ts';
import { readRegistry } from './registry-document.ts';

/** Makes the page anew, after registry.json or config.json were edited by hand. */
export async function restitch({ release }: ReleaseContext): Promise<void> {
  await withLock({ release, purpose: 'stitch' }, async () => {
    const document = await readRegistry(release);
    await updateRoot(release, document, await makePage(release, document));
  });
}
