import type { Override } from '@patchwork/devtools-bridge';
import { parseActiveRemotes, type ReleasedRemote } from '@patchwork/federation';
import { pageCopies, refuseShared, satisfies } from '@patchwork/federation/browser';
import { breakRuntime } from './broken-runtime.ts';
import { checkOverride } from './check-override.ts';
import { type Kept, keep, readKept, withFailure } from './kept.ts';
import { guardOverrides } from './override-fallback.ts';
import { SteeringBadge } from './SteeringBadge.tsx';
import { steeredDocument } from './steered-document.ts';
import type { ServedShop, SteeredShop } from './steered-shop.ts';
import { createSteering } from './steering.ts';

/** Looks at addresses with the eyes of this page, whose other overrides are `inForce`. */
function createCheck({ registry: released, overrideOrigins }: ServedShop) {
  const rules = { pageProtocol: location.protocol, overrideOrigins };
  const copies = pageCopies();
  const isProduction = process.env.NODE_ENV === 'production';
  return (override: Override, inForce: readonly ReleasedRemote[]) => {
    const remotes = released.remotes.map((remote) =>
      remote.id === override.remoteId
        ? remote
        : (inForce.find(({ id }) => id === remote.id) ?? remote),
    );
    const registry = { ...released, remotes };
    return checkOverride(override, rules, { registry, copies, satisfies, isProduction });
  };
}

/** Moves an override that did not hold to the failures. False where the browser keeps nothing. */
const giveUp = (override: Override, reason: string): boolean =>
  keep(withFailure(readKept(), override, reason));

/** The overrides that are kept and still fit; one that does not is given up. */
async function applyOverrides(check: ReturnType<typeof createCheck>): Promise<ReleasedRemote[]> {
  const remotes: ReleasedRemote[] = [];
  for (const override of readKept().overrides) {
    const checked = await check(override, remotes);
    if (checked.ok) remotes.push(checked.value.remote);
    else giveUp(override, checked.error.join(' '));
  }
  return remotes;
}

/** A remote that is broken on purpose is expected to fail, wherever it comes from. */
const unbroken = ({ overrides, breakages }: Kept): Override[] =>
  overrides.filter(({ remoteId }) => !(remoteId in breakages));

/**
 * Reads what this tab's developer asked for, checks it, and prepares the shop for it. Imported only
 * when there is something to steer, or when the devtools panel opens.
 */
export async function steerShop(served: ServedShop): Promise<SteeredShop> {
  const check = createCheck(served);
  const overrides = await applyOverrides(check);
  const kept = readKept();
  return {
    ...parseActiveRemotes(steeredDocument(served.registry, overrides, kept.breakages)),
    adjustRuntime(runtime) {
      for (const [remoteId, breakage] of Object.entries(kept.breakages)) {
        if (breakage === 'shared') refuseShared(remoteId);
      }
      const broken = breakRuntime(runtime, kept.breakages);
      return guardOverrides(broken, unbroken(kept), (override, reason) => {
        const isKept = giveUp(override, reason);
        if (isKept) location.reload();
        return isKept;
      });
    },
    connect(shop) {
      const steering = createSteering(kept, (override) => check(override, overrides), shop);
      return { steering, badge: <SteeringBadge steering={steering} /> };
    },
  };
}
