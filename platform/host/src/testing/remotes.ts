export { readRemoteChanges, writeRemoteChanges } from '../devtools/remote-changes.ts';

import { createActiveVersions } from '../loading/containers.ts';
import type { ModuleLoader } from '../loading/module-loader.ts';
import { createRemoteLoader, type RemoteLoaderOptions } from '../loading/remote-loader.ts';
import type { Remotes } from '../react/remotes-context.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import type { PublishedRemote } from '../registry/registry.ts';

/** Returns a well-formed hash for a file that the test doesn't load. */
export const sri = (letter: string): string => `sha384-${letter.repeat(64)}`;

/** Hash of an entry, which every version in a registry must have. */
export const entryIntegrity = { 'remoteEntry.js': sri('a') };

export const releaseOf = (version: string, changes: Partial<PublishedRemote> = {}) => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/${changes.id ?? 'mfe-catalog'}/${version}/remoteEntry.js`,
  integrity: entryIntegrity,
  routes: [],
  ...changes,
});

/** Returns a version of a remote with one page, as in a registry. */
export const pageRelease = (id: string, version: string, changes: object = {}) =>
  releaseOf(version, {
    id,
    routes: [{ page: id, path: `/${id}`, access: 'open', module: './Home' }],
    ...changes,
  });

/** Returns a version of a remote, as a page uses it. */
export const activeRemote = (
  version: string,
  changes: Partial<ActiveRemote> = {},
): ActiveRemote => ({ ...releaseOf(version), fragments: {}, files: {}, ...changes });

/** Creates remotes whose modules come from `load`. Unless `options` say otherwise, failed versions are not replaced. */
export function remotesOver(
  load: ModuleLoader['load'],
  remotes: ActiveRemote[],
  options: Partial<RemoteLoaderOptions> = {},
): Remotes {
  const active = { remotes };
  const loader = createRemoteLoader({
    loader: {
      load,
      whenIdle: async () => undefined,
      isDown: () => false,
      reload: () => undefined,
      renew: () => undefined,
      switchTo: () => undefined,
    },
    versions: createActiveVersions(active),
    choose: () => active,
    refresh: async () => undefined,
    remember: () => undefined,
    forget: () => undefined,
    report: () => undefined,
    ...options,
  });
  const login = { isLoggedIn: () => false, subscribe: () => () => undefined };
  return { active, loader, frameSlots: {}, login };
}

/** A live remote without pages. */
export const aRemote = (change: Partial<ActiveRemote> = {}): ActiveRemote => ({
  ...{ id: 'mfe-account', team: 'Account', version: '1.0.0', entry: '/remoteEntry.js' },
  ...{ routes: [], fragments: {}, files: {} },
  ...change,
});
