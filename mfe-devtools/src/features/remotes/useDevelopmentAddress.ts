import type { ActiveRemote } from '@patchwork/federation';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { folderOf } from './transfer.ts';

const declaredPort = v.object({ developmentPort: v.number() });

/**
 * The address of a remote's development server, by the remote.json beside its entry. Undefined while
 * that loads, and where there is none.
 */
export function useDevelopmentAddress({ entry }: ActiveRemote): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const unmounted = new AbortController();
    fetch(`${folderOf(entry, location.href)}remote.json`, { signal: unmounted.signal })
      .then((response) => response.json())
      .then((declaration) => {
        const { developmentPort } = v.parse(declaredPort, declaration);
        setAddress(`http://localhost:${developmentPort}`);
      })
      // Without the file there is no suggestion.
      .catch(() => undefined);
    return () => unmounted.abort();
  }, [entry]);
  return address;
}
