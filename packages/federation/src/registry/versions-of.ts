import type { ReleasedRemote } from './active-remotes.ts';
import type { Registry } from './registry.ts';

/** Every version that a page may load. */
export const versionsOf = ({ remotes }: Registry): ReleasedRemote[] =>
  remotes.flatMap(({ stable, canary, previous }) => [
    stable,
    ...(canary ? [canary.release] : []),
    ...previous,
  ]);
