import type { ActiveRemotes } from '@patchwork/federation';

/** A remote that fills the slot of the devtools is for developers, and so are its pages. */
export const withoutDevtools = ({ remotes }: ActiveRemotes): ActiveRemotes => ({
  remotes: remotes.filter(({ fragments }) => !Object.hasOwn(fragments, 'devtools')),
});
