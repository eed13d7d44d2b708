import type { Breakage, RemoteChanges, RemoteControls } from '../remote-controls.ts';
import { reloadRemote } from './reload-remote.ts';
import {
  readRemoteChanges,
  withOverride,
  withoutOverride,
  writeRemoteChanges,
} from './remote-changes.ts';
import type { RunningShop } from './shop.ts';

function withBreakage(
  changes: RemoteChanges,
  remoteId: string,
  breakage: Breakage | null,
): RemoteChanges {
  const { [remoteId]: _, ...others } = changes.breakages;
  return { ...changes, breakages: breakage ? { ...others, [remoteId]: breakage } : others };
}

function reloadPageWith(changes: RemoteChanges): void {
  if (writeRemoteChanges(changes)) location.reload();
  else console.error('This browser stores nothing for this tab, so remotes can’t be changed.');
}

/** The controls of a page that started with the changes `inForce`. */
export const createRemoteControls = (
  inForce: RemoteChanges,
  checkOverride: RemoteControls['checkOverride'],
  shop: RunningShop,
): RemoteControls => ({
  ...inForce,
  checkOverride,
  setOverride: (override) => reloadPageWith(withOverride(readRemoteChanges(), override)),
  removeOverride(remoteId) {
    const changes = withoutOverride(readRemoteChanges(), remoteId);
    const isInForce = inForce.overrides.some((override) => override.remoteId === remoteId);
    if (isInForce) reloadPageWith(changes);
    else writeRemoteChanges(changes);
  },
  setBreakage: (remoteId, breakage) =>
    reloadPageWith(withBreakage(readRemoteChanges(), remoteId, breakage)),
  reload: (remoteId) => reloadRemote(remoteId, shop),
});
