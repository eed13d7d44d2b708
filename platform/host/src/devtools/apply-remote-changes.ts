import {
  type ContainerRuntime,
  documentLanguage,
  LOAD_ATTEMPTS,
  pause,
  refuseShared,
  stylesOf,
} from '../browser.ts';
import {
  type ActiveRemote,
  type ActiveRemotes,
  containerName,
  inLanguage,
  parseActiveRemotes,
  withPreviews,
} from '../index.ts';
import { createOverrideCheck } from './check-override.ts';
import type {
  Breakage,
  Override,
  RemoteChanges,
  RemoteControls,
  SettingOverrides,
} from './inspection.ts';
import { openPreviews } from './open-previews.ts';
import { type ChangedPage, type RunningPage, type ServedPage, withoutDevtools } from './page.ts';
import {
  readRemoteChanges,
  withFailedOverride,
  withOverride,
  withoutOverride,
  withPreviewsAlone,
  withSetting,
  writeRemoteChanges,
} from './remote-changes.ts';

/**
 * Entry URL that doesn't exist in any release. It is on the shop's own origin, because the Content Security Policy
 * would block any other origin before a request is made.
 */
const MISSING_ENTRY = '/remotes/unreachable/remoteEntry.js';

/** Returns a remote's registry entry, damaged for 'unreachable' and 'corrupt', so that the page meets a real fault. */
function damage(entry: { id: string }, breakage: Breakage | undefined): object {
  if (breakage === 'unreachable') return { ...entry, entry: MISSING_ENTRY };
  if (breakage === 'corrupt') return { id: entry.id, team: 'Corrupted on purpose' };
  return entry;
}

/** Returns a registry document with this tab's overrides and breakages, to be parsed like the original document. */
export const changedRemotes = (
  { remotes }: ActiveRemotes,
  overrides: readonly ActiveRemote[],
  breakages: Readonly<Record<string, Breakage>>,
  settings: SettingOverrides = {},
) => ({
  remotes: remotes.map((released) => {
    const { id, values } = released;
    const override = overrides.find((each) => each.id === id);
    // It has the paths of its own remote.json, and English texts.
    const remote = override ? inLanguage(override, documentLanguage()) : released;
    const own = Object.entries(settings[id] ?? {}).map(([name, value]) => [
      ...[name, { value, percent: 100, isOn: true }],
    ]);
    const changed = { ...remote, values: { ...values, ...Object.fromEntries(own) } };
    return damage(values || own.length > 0 ? changed : remote, breakages[id]);
  }),
});

const SLOW_LOAD_MS = 5000;

/** Replaces a module's component with one that throws, to test the shop's error boundaries. */
const throwing = (module: unknown, container: string): unknown => ({
  ...Object(module),
  Component() {
    throw new Error(`${container} throws on render: broken on purpose`);
  },
});

/** Returns a runtime with the breakages 'slow' and 'throws', which change how modules load and render. */
export function breakRuntime(
  runtime: ContainerRuntime,
  breakages: Readonly<Record<string, Breakage>>,
): ContainerRuntime {
  const broken = new Map(
    Object.entries(breakages).map(([id, breakage]) => [containerName(id), breakage]),
  );
  return {
    ...runtime,
    async loadRemote(request) {
      const [container = ''] = request.split('/');
      const breakage = broken.get(container);
      if (breakage === 'slow') await pause(SLOW_LOAD_MS);
      const module = await runtime.loadRemote(request);
      return breakage === 'throws' ? throwing(module, container) : module;
    },
  };
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join();

/**
 * Returns a runtime that calls `onFailure` when a module of an override has failed as often as the loader requests it.
 * If `onFailure` returns true, the page is reloading without the override: the load stays pending, so that no error is
 * shown before the reload.
 */
export function fallBackFromOverrides(
  runtime: ContainerRuntime,
  overrides: readonly Override[],
  onFailure: (override: Override, reason: string) => boolean,
): ContainerRuntime {
  const failed = new Map<string, number>();
  return {
    ...runtime,
    async loadRemote(request) {
      const [container, ...path] = request.split('/');
      const override = overrides.find(({ remoteId }) => containerName(remoteId) === container);
      if (!override) return runtime.loadRemote(request);
      try {
        const module = await runtime.loadRemote(request);
        failed.delete(request);
        return module;
      } catch (error) {
        const count = (failed.get(request) ?? 0) + 1;
        failed.set(request, count);
        const reason = `./${path.join('/')} could not be loaded: ${firstLine(error)}`;
        if (count >= LOAD_ATTEMPTS && onFailure(override, reason))
          return new Promise(() => undefined);
        throw error;
      }
    },
  };
}

/**
 * Fetches a remote's files again and renders its page with them. Fragments in the header and footer keep the old code
 * until the page is reloaded.
 */
async function reloadRemote(
  remoteId: string,
  { remotes: { active, loader }, revalidate }: RunningPage,
): Promise<void> {
  const chosen = active.remotes.find(({ id }) => id === remoteId);
  if (!chosen) return;
  const remote = loader.activeVersion(chosen);
  const old = stylesOf(remote.entry);
  // The chunk loader skips a style sheet that is already on the page. It recognizes it by data-href, if present.
  for (const link of old) link.dataset.href = 'outdated';
  await loader.reload(remote);
  await revalidate();
  const loaded = new Set(stylesOf(remote.entry).filter((link) => !old.includes(link)));
  for (const link of old) {
    if ([...loaded].some(({ href }) => href === link.href)) link.remove();
  }
}

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

/** Creates the controls for a page that was started with the changes `inForce`. */
const createRemoteControls = (
  inForce: RemoteChanges,
  checkOverride: RemoteControls['checkOverride'],
  page: RunningPage,
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
  setSetting: (...setting) => reloadPageWith(withSetting(readRemoteChanges(), ...setting)),
  setSettings: (settings) => void writeRemoteChanges({ ...readRemoteChanges(), settings }),
  reload: (remoteId) => reloadRemote(remoteId, page),
});

/** Marks an override as failed in this tab's storage. Returns false if storage fails. */
const moveToFailed = (override: Override, reason: string): boolean =>
  writeRemoteChanges(withFailedOverride(readRemoteChanges(), override, reason));

/** Returns the remotes of the stored overrides that fit the page, and marks the others as failed. */
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

/**
 * Returns the overrides of remotes that aren't broken on purpose. If a broken remote fails, its override is not at
 * fault.
 */
const unbroken = ({ overrides, breakages }: RemoteChanges): Override[] =>
  overrides.filter(({ remoteId }) => !(remoteId in breakages));

/** Applies this tab's changes to the page that was served. In a page without devtools, applies only the previews. */
export async function applyRemoteChanges(served: ServedPage): Promise<ChangedPage> {
  const { devtools } = served;
  const previews = await openPreviews();
  const all = withPreviews(served.active, previews.previews);
  const previewed = devtools ? all : withoutDevtools(all);
  const check = createOverrideCheck({ active: previewed, devtools });
  const overrides = devtools ? await applyOverrides(check) : [];
  const stored = readRemoteChanges();
  const changes = devtools ? stored : withPreviewsAlone(stored);
  const { breakages, settings } = changes;
  const isChanged =
    [previews.previews, overrides, Object.keys(breakages), Object.keys(settings)].flat().length > 0;
  return {
    ...parseActiveRemotes(changedRemotes(previewed, overrides, breakages, settings)),
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
    connect(page) {
      const checkNew = (override: Override) => check(override, overrides);
      return { remoteControls: createRemoteControls(changes, checkNew, page), previews };
    },
  };
}
