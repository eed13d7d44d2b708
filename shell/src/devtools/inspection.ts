import type { Inspection } from '@patchwork/devtools-bridge';
import { sharedBy } from '@patchwork/federation/browser';
import { steerShop } from '../steering/steer-shop.tsx';
import type { InspectedShop } from './access.tsx';

/** All that the panel sees of the shop, and its ways to steer it. */
export async function createInspection(shop: InspectedShop): Promise<Inspection> {
  const { store, remotes, problems, logs, mock, served, running } = shop;
  return {
    store,
    registry: remotes.active,
    problems,
    loadsAtom: logs.loads.recordsAtom,
    healedAtom: logs.healed.recordsAtom,
    callsAtom: logs.calls.recordsAtom,
    writesAtom: logs.writes.recordsAtom,
    clearCalls: logs.calls.clear,
    sharedBy,
    steering: shop.steering ?? (await steerShop(served)).connect(running).steering,
    mock,
  };
}
