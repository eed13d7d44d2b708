import type { Inspection } from '@patchwork/devtools-bridge';
import { queryClientOf } from '@patchwork/state/host';

/**
 * Makes the shop load data that the panel has changed: what the page shows at once, the rest when it
 * is next shown.
 */
export async function refreshShop(store: Inspection['store']): Promise<void> {
  const client = queryClientOf(store);
  // A first load in progress would otherwise count as the new one, with the old data.
  await client.cancelQueries();
  await client.invalidateQueries();
}
