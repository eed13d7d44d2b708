import type { Breakage, Steering } from '@patchwork/devtools-bridge';
import { type Kept, keep, readKept, withOverride, withoutOverride } from './kept.ts';
import { reloadRemote } from './reload-remote.ts';
import type { RunningShop } from './steered-shop.ts';

function withBreakage(kept: Kept, remoteId: string, breakage: Breakage | null): Kept {
  const { [remoteId]: _, ...others } = kept.breakages;
  return { ...kept, breakages: breakage ? { ...others, [remoteId]: breakage } : others };
}

/** The actions of a page whose boot found `inForce`. */
export function createSteering(
  inForce: Kept,
  check: Steering['check'],
  shop: RunningShop,
): Steering {
  function startAnewWith(kept: Kept): void {
    if (keep(kept)) location.reload();
    else console.error('This browser keeps nothing for this tab, so remotes can’t be steered.');
  }
  return {
    ...inForce,
    check,
    use: (override) => startAnewWith(withOverride(readKept(), override)),
    undo(remoteId) {
      const kept = withoutOverride(readKept(), remoteId);
      const isInForce = inForce.overrides.some((override) => override.remoteId === remoteId);
      if (isInForce) startAnewWith(kept);
      else keep(kept);
    },
    breakOn: (remoteId, breakage) => startAnewWith(withBreakage(readKept(), remoteId, breakage)),
    reload: (remoteId) => reloadRemote(remoteId, shop),
  };
}
