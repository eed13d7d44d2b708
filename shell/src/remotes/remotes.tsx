import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { createLoader, type Loader, type Registry } from '@patchwork/federation';
import { createContext, type ReactNode, useContext } from 'react';

/** What the page is made of, and the way to get each part. */
export interface Remotes {
  readonly registry: Registry;
  readonly loader: Loader;
}

export function createRemotes(registry: Registry): Remotes {
  return { registry, loader: createLoader(registry, { loadRemote, registerRemotes }) };
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
