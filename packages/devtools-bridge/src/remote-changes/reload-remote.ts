import { stylesOf } from '@patchwork/federation/browser';
import type { RunningShop } from './shop.ts';

/**
 * Fetches a remote's files again and renders its page with them. What the remote renders in slots of
 * the frame stays as it is until the page is reloaded.
 */
export async function reloadRemote(
  remoteId: string,
  { remotes: { active, loader }, revalidate }: RunningShop,
): Promise<void> {
  const chosen = active.remotes.find(({ id }) => id === remoteId);
  if (!chosen) return;
  const remote = loader.activeVersion(chosen);
  const old = stylesOf(remote.entry);
  // The chunk loader skips a style sheet whose name is on the page already. It compares data-href first.
  for (const link of old) link.dataset.href = 'outdated';
  await loader.reload(remote);
  await revalidate();
  const loaded = new Set(stylesOf(remote.entry).filter((link) => !old.includes(link)));
  for (const link of old) {
    if ([...loaded].some(({ href }) => href === link.href)) link.remove();
  }
}
