import { sharedBy } from '@patchwork/federation/browser';
import type { Inspection } from '../inspection.ts';
import { applyRemoteChanges } from '../remote-changes/apply-remote-changes.tsx';
import type { InspectedShop } from './devtools-context.tsx';

/** What the panel sees and controls of the shop. */
export async function createInspection(shop: InspectedShop): Promise<Inspection> {
  const { store, remotes, problems, logs, mock, served } = shop;
  const remoteControls =
    shop.remoteControls ?? (await applyRemoteChanges(served)).connect(shop).remoteControls;
  return {
    ...logs.records,
    store,
    registry: remotes.active,
    problems,
    sharedBy,
    remoteControls,
    mock,
  };
}
