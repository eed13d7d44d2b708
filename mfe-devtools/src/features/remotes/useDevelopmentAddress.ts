import type { ReleasedRemote } from '@patchwork/federation';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { folderOf } from './transfer.ts';

const declaredPort = v.object({ developmentPort: v.number() });

/**
 * Where a remote's development server listens by its own remote.json, which lies beside the entry;
 * undefined until that is known, and where it can't be.
 */
export function useDevelopmentAddress({ entry }: ReleasedRemote): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const gone = new AbortController();
    fetch(`${folderOf(entry, location.href)}remote.json`, { signal: gone.signal })
      .then((answer) => answer.json())
      .then((declaration) => {
        const { developmentPort } = v.parse(declaredPort, declaration);
        setAddress(`http://localhost:${developmentPort}`);
      })
      // A release from before remote.json was published beside its entry: there is no suggestion.
      .catch(() => undefined);
    return () => gone.abort();
  }, [entry]);
  return address;
}
