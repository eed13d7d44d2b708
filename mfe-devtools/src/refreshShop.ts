import type { Inspection } from '@patchwork/devtools-bridge';
import { queryClientAtom } from 'jotai-tanstack-query';

/**
 * Lets the shop show data that changed behind its back. What the page shows is asked for at once,
 * the rest when it is looked at next.
 */
export async function refreshShop(store: Inspection['store']): Promise<void> {
  const client = store.get(queryClientAtom);
  // A first load that is under way would otherwise count as the new one, with the old data.
  await client.cancelQueries();
  await client.invalidateQueries();
}
