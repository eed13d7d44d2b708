import type { OwnCalls } from '@patchwork/mock-server';
import { RemotesContext } from '@patchwork/shop/state/host';
import { useContext, useEffect, useState } from 'react';

/** Returns the calls of the remotes' own APIs, once they are loaded. */
export function useOwnCalls(): readonly OwnCalls[] {
  const remotes = useContext(RemotesContext);
  const [own, setOwn] = useState<readonly OwnCalls[]>([]);
  useEffect(() => {
    if (!remotes?.active.remotes.some(({ apis }) => apis)) return;
    // Loaded on demand: few shops have such a remote.
    void import('@patchwork/mock-server/own-calls')
      .then(({ loadOwnCalls }) => loadOwnCalls(remotes))
      .then(setOwn);
  }, [remotes]);
  return own;
}
