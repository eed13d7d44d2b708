import type { ReleasedRemote } from './active-remotes.ts';
import type { Registry } from './registry.ts';

/** Every version that this page may come to load. */
export const versionsOf = ({ remotes }: Registry): ReleasedRemote[] =>
  remotes.flatMap(({ stable, canary, previous }) => [
    stable,
    ...(canary ? [canary.release] : []),
    ...previous,
  ]);
