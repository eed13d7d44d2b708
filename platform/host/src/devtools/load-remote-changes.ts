import { hasRemoteChanges } from './has-remote-changes.ts';
import type { ChangedPage, ServedPage } from './page.ts';

/** Applies this tab's changes. Resolves to undefined if there are none, or if their code fails to load or run. */
export async function loadRemoteChanges(served: ServedPage): Promise<ChangedPage | undefined> {
  if (!hasRemoteChanges()) return undefined;
  try {
    const { applyRemoteChanges } = await import(
      /* webpackChunkName: "devtools" */ './apply-remote-changes.ts'
    );
    return await applyRemoteChanges(served);
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
