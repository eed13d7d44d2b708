import { useContext } from 'react';
import { type Remotes, RemotesContext } from './remotes-context.ts';

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesContext above it');
  return remotes;
}
