import { isPreviewName } from '@patchwork/federation';
import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';
import { storedIn } from './has-remote-changes.ts';
import { breakages, type Override, type RemoteChanges } from './inspection.ts';

const overrideSchema = v.object({ remoteId: v.string(), address: v.string() });

const changesSchema = v.object({
  previews: v.optional(v.array(v.pipe(v.string(), v.check(isPreviewName))), []),
  overrides: v.array(overrideSchema),
  breakages: v.record(v.string(), v.picklist(breakages)),
  failedOverrides: v.array(v.object({ override: overrideSchema, reason: v.string() })),
});

const stored = createStoredValue<RemoteChanges>({ ...storedIn, parse: v.parser(changesSchema) });

const none: RemoteChanges = { previews: [], overrides: [], breakages: {}, failedOverrides: [] };

/** Stores this tab's changes, or removes their entry if there are none. Returns false if the browser stores nothing. */
export function writeRemoteChanges(changes: RemoteChanges): boolean {
  const { previews, overrides, breakages, failedOverrides } = changes;
  const lists = [previews, overrides, Object.keys(breakages), failedOverrides];
  if (lists.some(({ length }) => length > 0)) return stored.write(changes);
  stored.remove();
  return true;
}

/** Reads this tab's changes. An entry that cannot be parsed is removed. */
export function readRemoteChanges(): RemoteChanges {
  const changes = stored.read();
  if (!changes) stored.remove();
  return changes ?? none;
}

/** Returns the changes without those that only developers may make. */
export const withPreviewsAlone = ({ previews }: RemoteChanges): RemoteChanges => ({
  ...none,
  previews,
});

/** Returns the changes without the override of a remote, be it in use or failed. */
export const withoutOverride = (changes: RemoteChanges, remoteId: string): RemoteChanges => ({
  ...changes,
  overrides: changes.overrides.filter((override) => override.remoteId !== remoteId),
  failedOverrides: changes.failedOverrides.filter(({ override }) => override.remoteId !== remoteId),
});

/** Returns the changes with an override, which replaces any other of the same remote. */
export function withOverride(
  changes: RemoteChanges,
  { remoteId, address }: Override,
): RemoteChanges {
  const rest = withoutOverride(changes, remoteId);
  return { ...rest, overrides: [...rest.overrides, { remoteId, address }] };
}

/** Returns the changes with an override moved to the failed ones. */
export function withFailedOverride(
  changes: RemoteChanges,
  override: Override,
  reason: string,
): RemoteChanges {
  const rest = withoutOverride(changes, override.remoteId);
  return { ...rest, failedOverrides: [...rest.failedOverrides, { override, reason }] };
}
