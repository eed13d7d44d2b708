import type { ActiveRemote } from '../registry/active-remotes.ts';
import { folderOf } from './folder-of.ts';

/** The style sheets on the page that come from the folder of an entry. */
export function stylesOf(entry: string): HTMLLinkElement[] {
  const folder = folderOf(entry);
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].filter(({ href }) => href.startsWith(folder));
}

/**
 * Removes a replaced version's style sheets once nothing of it is shown: the version that replaced it
 * uses the same class names.
 */
export function removeUnusedStyles({ id, version, entry }: ActiveRemote): void {
  const region = `[data-boundary="${CSS.escape(id)}"][data-version="${CSS.escape(version)}"]`;
  function removeIfUnused(): void {
    if (document.querySelector(region)) return;
    observer.disconnect();
    for (const link of stylesOf(entry)) link.remove();
  }
  const observer = new MutationObserver(removeIfUnused);
  observer.observe(document.body, { childList: true, subtree: true });
  removeIfUnused();
}
