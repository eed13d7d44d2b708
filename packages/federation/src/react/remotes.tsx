import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { createContext, type ReactNode, useContext } from 'react';
import { createVersionsInForce } from '../fallback/active-versions.ts';
import {
  createHealingLoader,
  type HealingLoader,
  type HealingOptions,
} from '../fallback/fallback-loader.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { createLoader, type FederationRuntime, type LoadObserver } from '../runtime/loader.ts';

/** What the page is made of, and the way to get each part. */
export interface Remotes {
  /** As the page started: see the loader for what took a failed version's place. */
  readonly registry: ActiveRemotes;
  readonly loader: HealingLoader;
}

interface RemotesOptions extends Omit<HealingOptions, 'loader' | 'versions'> {
  /** Puts something between the loader and the federation runtime. */
  readonly adjustRuntime?: ((runtime: FederationRuntime) => FederationRuntime) | undefined;
  readonly observe?: LoadObserver | undefined;
}

export function createRemotes(
  registry: ActiveRemotes,
  { adjustRuntime = (runtime) => runtime, observe, ...healing }: RemotesOptions,
): Remotes {
  const runtime = adjustRuntime({ loadRemote, registerRemotes });
  const loader = createLoader(registry, runtime, observe);
  const versions = createVersionsInForce(registry);
  return { registry, loader: createHealingLoader({ ...healing, loader, versions }) };
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
