import { type ActiveRemotes, isForDevelopers } from '@patchwork/federation';

/** The remotes of a shop without devtools: a remote for developers has no pages there. */
export const withoutDevtools = ({ remotes }: ActiveRemotes): ActiveRemotes => ({
  remotes: remotes.filter((remote) => !isForDevelopers(remote)),
});
