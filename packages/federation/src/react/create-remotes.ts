import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { createActiveVersions } from '../loading/containers.ts';
import {
  createModuleLoader,
  type FederationRuntime,
  isShopReachable,
  type ModuleLoaderOptions,
} from '../loading/module-loader.ts';
import { createRemoteLoader, type RemoteLoaderOptions } from '../loading/remote-loader.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import type { Remotes } from './remotes-context.ts';

interface RemotesOptions
  extends Omit<RemoteLoaderOptions, 'loader' | 'versions'>,
    Omit<ModuleLoaderOptions, 'isReachable'>,
    Pick<Remotes, 'frameSlots' | 'login'> {
  /** Puts something between the loader and the federation runtime. */
  readonly adjustRuntime?: ((runtime: FederationRuntime) => FederationRuntime) | undefined;
}

export function createRemotes(
  active: ActiveRemotes,
  { adjustRuntime = (runtime) => runtime, frameSlots, login, ...options }: RemotesOptions,
): Remotes {
  const runtime = adjustRuntime({ loadRemote, registerRemotes });
  const reachable = { ...options, isReachable: isShopReachable };
  const loader = createModuleLoader(active, runtime, reachable);
  const versions = createActiveVersions(active);
  return {
    active,
    loader: createRemoteLoader({ ...options, loader, versions }),
    frameSlots,
    login,
  };
}
