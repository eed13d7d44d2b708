import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import {
  createLoader,
  type FederationRuntime,
  type Loader,
  type LoadObserver,
  type Registry,
} from '@patchwork/federation';
import { createContext, type ReactNode, useContext } from 'react';

/** What the page is made of, and the way to get each part. */
export interface Remotes {
  readonly registry: Registry;
  readonly loader: Loader;
}

interface RemotesOptions {
  /** Puts something between the loader and the federation runtime. */
  readonly adjustRuntime?: ((runtime: FederationRuntime) => FederationRuntime) | undefined;
  readonly observe?: LoadObserver | undefined;
}

export function createRemotes(
  registry: Registry,
  { adjustRuntime = (runtime) => runtime, observe }: RemotesOptions,
): Remotes {
  const runtime = adjustRuntime({ loadRemote, registerRemotes });
  return { registry, loader: createLoader(registry, runtime, observe) };
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
