import { useEffect, useState } from 'react';
import { packReproduction } from './link.ts';
import type { Reproduction } from './reproduction.ts';

/** The link to a state; empty until it has been packed for the first time. */
export function useLink(reproduction: Reproduction): string {
  const [link, setLink] = useState('');
  useEffect(() => {
    let isOutdated = false;
    void packReproduction(reproduction).then((hash) => {
      if (!isOutdated) setLink(window.location.origin + reproduction.path + hash);
    });
    return () => {
      isOutdated = true;
    };
  }, [reproduction]);
  return link;
}
