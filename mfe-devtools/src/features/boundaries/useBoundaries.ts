import type { ActiveRemotes } from '@patchwork/federation';
import { useEffect } from 'react';
import { restoreBoundaries } from './boundaries.ts';

/** Shows what this tab showed before a reload. There is no cleanup: it outlives the panel. */
export function useBoundaries(registry: ActiveRemotes): void {
  useEffect(() => restoreBoundaries(registry), [registry]);
}
