import type { PublishedRemote, Registry } from './registry.ts';

/** Every version that a page may load. */
export const versionsOf = ({ remotes }: Pick<Registry, 'remotes'>): PublishedRemote[] =>
  remotes.flatMap(({ stable, canary, previous }) => [
    stable,
    ...(canary ? [canary.release] : []),
    ...previous,
  ]);
