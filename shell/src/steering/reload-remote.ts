import { stylesOf } from '@patchwork/federation/browser';
import type { RunningShop } from './steered-shop.ts';

/**
 * Gets a remote's files anew and puts the page on screen together again. What it fills in the frame
 * (its slots) stays as it is until the page is loaded.
 */
export async function reloadRemote(
  remoteId: string,
  { active, loader, revalidate }: RunningShop,
): Promise<void> {
  const chosen = active.remotes.find(({ id }) => id === remoteId);
  if (!chosen) return;
  const remote = loader.activeVersion(chosen);
  const old = stylesOf(remote.entry);
  // A chunk's loader takes a style sheet of the same name for loaded. It believes data-href first.
  for (const link of old) link.dataset.href = 'outdated';
  await loader.reload(remote);
  await revalidate();
  const loaded = new Set(stylesOf(remote.entry).filter((link) => !old.includes(link)));
  for (const link of old) {
    if ([...loaded].some(({ href }) => href === link.href)) link.remove();
  }
}
