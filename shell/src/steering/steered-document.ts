import type { Breakage } from '@patchwork/devtools-bridge';
import type { ActiveRemotes, ReleasedRemote } from '@patchwork/federation';

/** A name that no server may ever have (RFC 2606): the request fails as on a network that is gone. */
const nowhere = 'https://unreachable.invalid/remoteEntry.js';

/** The breakages that lie in the registry: the page then meets them as it would meet real ones. */
function damage(entry: { id: string }, breakage: Breakage | undefined): object {
  if (breakage === 'unreachable') return { ...entry, entry: nowhere };
  if (breakage === 'corrupt') return { id: entry.id, team: 'Corrupted on purpose' };
  return entry;
}

/** The registry's document as this tab is to read it. */
export const steeredDocument = (
  { remotes }: ActiveRemotes,
  overrides: readonly ReleasedRemote[],
  breakages: Readonly<Record<string, Breakage>>,
) => ({
  remotes: remotes.map((released) => {
    const remote = overrides.find(({ id }) => id === released.id) ?? released;
    return damage(remote, breakages[released.id]);
  }),
});
