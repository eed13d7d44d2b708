import { type ActiveRemote, parseActiveRemotes, withPreviews } from '@patchwork/federation';
import { refuseShared } from '@patchwork/federation/browser';
import { createOverrideCheck } from '../overrides/check-override.ts';
import { openPreviews } from '../previews/open-previews.ts';
import type { Override, RemoteChanges } from '../remote-controls.ts';
import { ChangesBadge } from './ChangesBadge.tsx';
import { changedRemotes } from './changed-remotes.ts';
import { breakRuntime, fallBackFromOverrides } from './changed-runtime.ts';
import { createRemoteControls } from './create-remote-controls.ts';
import {
  readRemoteChanges,
  withFailedOverride,
  withPreviewsAlone,
  writeRemoteChanges,
} from './remote-changes.ts';
import type { ChangedShop, ServedShop } from './shop.ts';
import { withoutDevtools } from './without-devtools.ts';

/** False where the browser stores nothing. */
const moveToFailed = (override: Override, reason: string): boolean =>
  writeRemoteChanges(withFailedOverride(readRemoteChanges(), override, reason));

/** The stored overrides that still fit; the others become failed ones. */
async function applyOverrides(
  check: ReturnType<typeof createOverrideCheck>,
): Promise<ActiveRemote[]> {
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
  const check = createOverrideCheck({ active: previewed, devtools });
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
