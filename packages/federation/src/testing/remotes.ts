import { createActiveVersions } from '../loading/containers.ts';
import type { ModuleLoader } from '../loading/module-loader.ts';
import { createRemoteLoader, type RemoteLoaderOptions } from '../loading/remote-loader.ts';
import type { Remotes } from '../react/remotes-context.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import type { PublishedRemote } from '../registry/registry.ts';

/** The hash of a remoteEntry.js that no test loads: a registry's versions need one. */
export const entryIntegrity = { 'remoteEntry.js': `sha384-${'a'.repeat(64)}` };

/** A version of a remote as a registry lists it. */
export const releaseOf = (version: string, changes: Partial<PublishedRemote> = {}) => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/${changes.id ?? 'mfe-catalog'}/${version}/remoteEntry.js`,
  integrity: entryIntegrity,
  routes: [],
  ...changes,
});

/** A version of a remote as a page works with it. */
export const activeRemote = (
  version: string,
  changes: Partial<ActiveRemote> = {},
): ActiveRemote => ({ ...releaseOf(version), fragments: {}, files: {}, ...changes });

/** Remotes whose modules come from `load`. A failed version is not replaced unless `options` say so. */
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
    remember: () => undefined,
    forget: () => undefined,
    report: () => undefined,
    ...options,
  });
  const login = { isLoggedIn: () => false, subscribe: () => () => undefined };
  return { active, loader, frameSlots: {}, login };
}
