import * as v from 'valibot';
import { isPreviewName } from '../index.ts';
import { createStoredValue } from '../storage/stored-value.ts';
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

/** Stores this tab's changes, or removes the entry if there are none. Returns false if storage fails. */
export function writeRemoteChanges(changes: RemoteChanges): boolean {
  const { previews, overrides, breakages, failedOverrides } = changes;
  const lists = [previews, overrides, Object.keys(breakages), failedOverrides];
  if (lists.some(({ length }) => length > 0)) return stored.write(changes);
  stored.remove();
  return true;
}

/** Reads this tab's changes. Removes an entry that can't be parsed. */
export function readRemoteChanges(): RemoteChanges {
  const changes = stored.read();
  if (!changes) stored.remove();
  return changes ?? none;
}

/** Returns only the changes that don't need devtools: the previews. */
export const withPreviewsAlone = ({ previews }: RemoteChanges): RemoteChanges => ({
  ...none,
  previews,
});

/** Returns the changes without a remote's override, whether it is in use or failed. */
export const withoutOverride = (changes: RemoteChanges, remoteId: string): RemoteChanges => ({
  ...changes,
  overrides: changes.overrides.filter((override) => override.remoteId !== remoteId),
  failedOverrides: changes.failedOverrides.filter(({ override }) => override.remoteId !== remoteId),
});

/** Returns the changes with an override, which replaces the remote's previous one. */
export function withOverride(
  changes: RemoteChanges,
  { remoteId, address }: Override,
): RemoteChanges {
  const rest = withoutOverride(changes, remoteId);
  return { ...rest, overrides: [...rest.overrides, { remoteId, address }] };
}

export function withFailedOverride(
  changes: RemoteChanges,
  override: Override,
  reason: string,
): RemoteChanges {
  const rest = withoutOverride(changes, override.remoteId);
  return { ...rest, failedOverrides: [...rest.failedOverrides, { override, reason }] };
}
