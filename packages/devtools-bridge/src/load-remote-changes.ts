import { type ActiveRemotes, isForDevelopers } from '@patchwork/federation';
import { hasRemoteChanges } from './has-remote-changes.ts';
import type { ChangedShop, ServedShop } from './shop.ts';

/** The remotes of a shop without devtools: a remote for developers has no pages there. */
export const withoutDevtools = ({ remotes }: ActiveRemotes): ActiveRemotes => ({
  remotes: remotes.filter((remote) => !isForDevelopers(remote)),
});

/** Undefined where this tab changes no remote, and where the code that does it can't be fetched. */
export async function loadRemoteChanges(served: ServedShop): Promise<ChangedShop | undefined> {
  if (!hasRemoteChanges()) return undefined;
  try {
    const { applyRemoteChanges } = await import(
      /* webpackChunkName: "devtools" */ './apply-remote-changes.tsx'
    );
    return await applyRemoteChanges(served);
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
