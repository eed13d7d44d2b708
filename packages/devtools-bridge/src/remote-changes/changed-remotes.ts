import type { ActiveRemote, ActiveRemotes } from '@patchwork/federation';
import type { Breakage } from '../remote-controls.ts';

/** No release has it. Of the shop's own origin: the page's policy refuses others before a request is made. */
const MISSING_ENTRY = '/remotes/unreachable/remoteEntry.js';

/** The breakages 'unreachable' and 'corrupt' are in the document: the page handles them as real ones. */
function damage(entry: { id: string }, breakage: Breakage | undefined): object {
  if (breakage === 'unreachable') return { ...entry, entry: MISSING_ENTRY };
  if (breakage === 'corrupt') return { id: entry.id, team: 'Corrupted on purpose' };
  return entry;
}

/** The document of active remotes with this tab's changes in it, to be parsed like any other. */
export const changedRemotes = (
  { remotes }: ActiveRemotes,
  overrides: readonly ActiveRemote[],
  breakages: Readonly<Record<string, Breakage>>,
) => ({
  remotes: remotes.map((released) => {
    const remote = overrides.find(({ id }) => id === released.id) ?? released;
    return damage(remote, breakages[released.id]);
  }),
});
