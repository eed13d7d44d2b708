import type { ActiveRemote } from './active-remotes.ts';
import type { Registry } from './registry.ts';

/** Every version that a page may load. */
export const versionsOf = ({ remotes }: Registry): ActiveRemote[] =>
  remotes.flatMap(({ stable, canary, previous }) => [
    stable,
    ...(canary ? [canary.release] : []),
    ...previous,
  ]);
