import { hasRemoteChanges } from './has-remote-changes.ts';
import type { ChangedShop, ServedShop } from './shop.ts';

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
