import { useContext } from 'react';
import { type Remotes, RemotesContext } from './remotes-context.tsx';

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesProvider above it');
  return remotes;
}
