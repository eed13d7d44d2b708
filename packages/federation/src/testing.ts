import { createActiveVersions } from './fallback/active-versions.ts';
import { createRemoteLoader, type RemoteLoaderOptions } from './fallback/remote-loader.ts';
import type { Remotes } from './react/remotes.tsx';
import type { ReleasedRemote } from './registry/active-remotes.ts';
import type { ModuleLoader } from './runtime/module-loader.ts';

/** Remotes whose modules come from `load`. A failed version is not replaced unless `options` say so. */
export function remotesOver(
  load: ModuleLoader['load'],
  remotes: ReleasedRemote[],
  options: Partial<RemoteLoaderOptions> = {},
): Remotes {
  const registry = { remotes };
  const loader = createRemoteLoader({
    loader: {
      load,
      settled: async () => undefined,
      isDown: () => false,
      reload: () => undefined,
      switchTo: () => undefined,
    },
    versions: createActiveVersions(registry),
    choose: () => registry,
    remember: () => undefined,
    forget: () => undefined,
    report: () => undefined,
    ...options,
  });
  return { active: registry, loader };
}
