import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { createContext, type ReactNode, useContext } from 'react';
import { createActiveVersions } from '../fallback/active-versions.ts';
import {
  createRemoteLoader,
  type RemoteLoader,
  type RemoteLoaderOptions,
} from '../fallback/remote-loader.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { isShopReachable } from '../runtime/is-shop-reachable.ts';
import {
  createModuleLoader,
  type FederationRuntime,
  type ModuleLoaderOptions,
} from '../runtime/module-loader.ts';

/** The remotes of this page, and the loader of their components. */
export interface Remotes {
  /** As the page started. A version that failed since is replaced in the loader only. */
  readonly active: ActiveRemotes;
  readonly loader: RemoteLoader;
}

interface RemotesOptions
  extends Omit<RemoteLoaderOptions, 'loader' | 'versions'>,
    Omit<ModuleLoaderOptions, 'isReachable'> {
  /** Puts something between the loader and the federation runtime. */
  readonly adjustRuntime?: ((runtime: FederationRuntime) => FederationRuntime) | undefined;
}

export function createRemotes(
  active: ActiveRemotes,
  { adjustRuntime = (runtime) => runtime, observe, prepare, ...fallback }: RemotesOptions,
): Remotes {
  const runtime = adjustRuntime({ loadRemote, registerRemotes });
  const loader = createModuleLoader(active, runtime, {
    observe,
    prepare,
    isReachable: isShopReachable,
  });
  const versions = createActiveVersions(active);
  return { active, loader: createRemoteLoader({ ...fallback, loader, versions }) };
}

const RemotesContext = createContext<Remotes | undefined>(undefined);

interface RemotesProviderProps {
  readonly value: Remotes;
  readonly children: ReactNode;
}

export function RemotesProvider({ value, children }: RemotesProviderProps) {
  return <RemotesContext value={value}>{children}</RemotesContext>;
}

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesProvider above it');
  return remotes;
}
