import { type ActiveRemote, parseActiveRemotes, withPreviews } from '@patchwork/federation';
import { pageCopies, refuseShared, satisfies } from '@patchwork/federation/browser';
import { checkOverride } from '../overrides/check-override.ts';
import { fallBackFromOverrides } from '../overrides/override-fallback.ts';
import { openPreviews } from '../previews/open-previews.ts';
import type { Override, RemoteChanges } from '../remote-controls.ts';
import { breakRuntime } from './broken-runtime.ts';
import { ChangesBadge } from './ChangesBadge.tsx';
import { changedRemotes } from './changed-remotes.ts';
import { createRemoteControls } from './create-remote-controls.ts';
import {
  readRemoteChanges,
  withFailedOverride,
  withPreviewsAlone,
  writeRemoteChanges,
} from './remote-changes.ts';
import type { ChangedShop, ServedShop } from './shop.ts';
import { withoutDevtools } from './without-devtools.ts';

/** Checks an override against this page, with the other overrides that are in force. */
function createCheck({ active: released, devtools }: ServedShop) {
  const { overrideOrigins } = devtools ?? {};
  const rules = { pageProtocol: location.protocol, overrideOrigins };
  const copies = pageCopies();
  const isProduction = process.env.NODE_ENV === 'production';
  return (override: Override, inForce: readonly ActiveRemote[]) => {
    const remotes = released.remotes.map((remote) =>
      remote.id === override.remoteId
        ? remote
        : (inForce.find(({ id }) => id === remote.id) ?? remote),
    );
    const active = { ...released, remotes };
    return checkOverride(override, rules, { active, copies, satisfies, isProduction });
  };
}

/** False where the browser stores nothing. */
const moveToFailed = (override: Override, reason: string): boolean =>
  writeRemoteChanges(withFailedOverride(readRemoteChanges(), override, reason));

/** The stored overrides that still fit; the others become failed ones. */
async function applyOverrides(check: ReturnType<typeof createCheck>): Promise<ActiveRemote[]> {
  const remotes: ActiveRemote[] = [];
  for (const override of readRemoteChanges().overrides) {
    const checked = await check(override, remotes);
    if (checked.ok) remotes.push(checked.value.remote);
    else moveToFailed(override, checked.error.join(' '));
  }
  return remotes;
}

/** A remote that is broken on purpose is expected to fail: that is no fault of its override. */
const unbroken = ({ overrides, breakages }: RemoteChanges): Override[] =>
  overrides.filter(({ remoteId }) => !(remoteId in breakages));

/** Applies this tab's previews, overrides and breakages to the shop that was served. */
export async function applyRemoteChanges(served: ServedShop): Promise<ChangedShop> {
  const { devtools } = served;
  const previews = await openPreviews();
  const all = withPreviews(served.active, previews.previews);
  const previewed = devtools ? all : withoutDevtools(all);
  const check = createCheck({ active: previewed, devtools });
  const overrides = devtools ? await applyOverrides(check) : [];
  const stored = readRemoteChanges();
  const changes = devtools ? stored : withPreviewsAlone(stored);
  const isChanged =
    previews.previews.length + overrides.length + Object.keys(changes.breakages).length > 0;
  return {
    ...parseActiveRemotes(changedRemotes(previewed, overrides, changes.breakages)),
    isChanged,
    adjustRuntime(runtime) {
      for (const [remoteId, breakage] of Object.entries(changes.breakages)) {
        if (breakage === 'shared') refuseShared(remoteId);
      }
      const broken = breakRuntime(runtime, changes.breakages);
      return fallBackFromOverrides(broken, unbroken(changes), (override, reason) => {
        const isReloading = moveToFailed(override, reason);
        if (isReloading) location.reload();
        return isReloading;
      });
    },
    connect(shop) {
      const checkNew = (override: Override) => check(override, overrides);
      const remoteControls = createRemoteControls(changes, checkNew, shop);
      return {
        remoteControls,
        badge: <ChangesBadge remoteControls={remoteControls} previews={previews} />,
      };
    },
  };
}
