import * as v from 'valibot';
import type { SettingValue } from '../index.ts';
import { isPreviewName } from '../index.ts';
import { settingValue } from '../registry/settings.ts';
import { createStoredValue } from '../storage/stored-value.ts';
import { storedIn } from './has-remote-changes.ts';
import { breakages, type Override, type RemoteChanges } from './inspection.ts';

const overrideSchema = v.object({ remoteId: v.string(), address: v.string() });

const settingOverridesSchema = v.record(v.string(), v.record(v.string(), settingValue));

const changesSchema = v.object({
  previews: v.optional(v.array(v.pipe(v.string(), v.check(isPreviewName))), []),
  overrides: v.array(overrideSchema),
  breakages: v.record(v.string(), v.picklist(breakages)),
  settings: v.optional(settingOverridesSchema, {}),
  failedOverrides: v.array(v.object({ override: overrideSchema, reason: v.string() })),
});

const stored = createStoredValue<RemoteChanges>({ ...storedIn, parse: v.parser(changesSchema) });

const none: RemoteChanges = {
  ...{ previews: [], overrides: [], breakages: {}, settings: {}, failedOverrides: [] },
};

/** Stores this tab's changes, or removes the entry if there are none. Returns false if storage fails. */
export function writeRemoteChanges(changes: RemoteChanges): boolean {
  const { previews, overrides, breakages, settings, failedOverrides } = changes;
  const keys = [breakages, settings].map(Object.keys);
  const lists = [previews, overrides, failedOverrides, ...keys];
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

/** Returns the changes with another value of a setting, or the shop's if `value` is undefined. */
export function withSetting(
  changes: RemoteChanges,
  remoteId: string,
  name: string,
  value: SettingValue | undefined,
): RemoteChanges {
  const { [remoteId]: { [name]: _before, ...own } = {}, ...others } = changes.settings;
  const next = value === undefined ? own : { ...own, [name]: value };
  const isEmpty = Object.keys(next).length === 0;
  return { ...changes, settings: isEmpty ? others : { ...others, [remoteId]: next } };
}

export function withFailedOverride(
  changes: RemoteChanges,
  override: Override,
  reason: string,
): RemoteChanges {
  const rest = withoutOverride(changes, override.remoteId);
  return { ...rest, failedOverrides: [...rest.failedOverrides, { override, reason }] };
}
