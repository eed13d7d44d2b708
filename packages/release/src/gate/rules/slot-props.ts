import type { Finding, Live, RemoteVersion, TypeCheckOptions } from '../gate.ts';
import { nameOf } from '../words.ts';
import { namesOfSlots } from './slots.ts';
import { judgeMeetings, type Meeting } from './types.ts';

/** What a remote puts into the slots of another one, or into its own. */
function meet(remote: RemoteVersion, owner: RemoteVersion, live: Live): Meeting[] {
  const slots = namesOfSlots(owner.release);
  const uses = Object.entries(remote.release.fragments)
    .filter(([slot]) => slots.includes(slot))
    .map(([slot, { module }]) => ({ module, slot }));
  const isLiveTogether = owner === remote || owner.release.id !== remote.release.id;
  if (!live.shell || uses.length === 0 || !isLiveTogether) return [];
  const [ours, other] = live.changed.has(nameOf(remote)) ? [remote, owner] : [owner, remote];
  if (!live.changed.has(nameOf(ours))) return [];
  return [{ remote, shell: live.shell, owner, uses, ours: nameOf(ours), live: nameOf(other) }];
}

/** What a slot of a remote's page gives is what the fragments in it take, whichever of them is new. */
export function checkSlotProps(live: Live, options: TypeCheckOptions): Promise<Finding[]> {
  const { remotes } = live;
  const meetings = remotes.flatMap((remote) =>
    remotes.flatMap((owner) => meet(remote, owner, live)),
  );
  return judgeMeetings(meetings, options);
}
