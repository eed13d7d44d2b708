import { shellName } from '../folder/folders.ts';
import {
  pointersIn,
  type RegistryDocument,
  remotesIn,
  withoutRemote,
} from '../folder/registry-document.ts';
import { withdrawnIn } from '../folder/withdrawn.ts';
import type { Finding } from '../gate/gate.ts';
import { releaseName } from '../gate/words.ts';
import { UsageError } from '../release-error.ts';
import { liveOf } from './ask-gate.ts';
import type { Gate, GateQuestion, ReleaseContext } from './gate-question.ts';
import { movePointers } from './move-pointers.ts';

export interface Withdrawal {
  readonly name: string;
  /** What every visitor had before. */
  readonly before: string;
  /** The canary that this ended. */
  readonly endedCanary: string | undefined;
}

function requireLive(document: RegistryDocument, id: string) {
  if (id === shellName)
    throw new UsageError('The shell can’t be withdrawn: it is every page’s frame');
  const pointers = pointersIn(document, id);
  if (pointers) return pointers;
  const withdrawn = withdrawnIn(document, id);
  throw new UsageError(
    withdrawn
      ? `${id} is withdrawn already, since ${withdrawn.withdrawnAt}: “patchwork rollback ${id}” puts it back`
      : `${id} is not in this release folder: “patchwork list” shows what is`,
  );
}

/** The fragments of a remote that slots of others would be without. What fills its own slots the gate says. */
function findMissing({ before }: GateQuestion, id: string): Finding[] {
  const leaving = remotesIn(before).filter((remote) => remote.id === id);
  // Of a fragment that stable and canary have, once.
  const versions = leaving.flatMap(liveOf).toReversed();
  const bySlot = versions.flatMap((remote) =>
    Object.entries(remote.fragments).map(([slot, { module }]): [string, Finding] => {
      const ours = releaseName(remote);
      const message = `${ours} has the fragment ${module} in the slot “${slot}”, which would be without it.`;
      return [slot, { severity: 'warning', rule: 'slots', file: 'remote.json', message, ours }];
    }),
  );
  return [...new Map(bySlot).values()];
}

/** Adds what slots of others lose. */
const extend =
  (gate: Gate, id: string): Gate =>
  async (question) => [...(await gate(question)), ...findMissing(question, id)];

/**
 * Takes a remote away from every visitor, in one step. Its files stay, open pages go on with them, and
 * `rollback` puts it back. Throws a RefusedError while a live piece links to it or fills a slot of it,
 * unless the option --anyway is given.
 */
export async function withdraw(context: ReleaseContext, id: string): Promise<Withdrawal> {
  const extended = { ...context, gate: extend(context.gate, id) };
  return movePointers(extended, `withdraw ${id}`, async (before) => {
    const pointers = requireLive(before, id);
    const { stable, canary } = pointers;
    const result = { name: id, before: stable.version, endedCanary: canary?.release.version };
    return { after: withoutRemote(before, pointers), result };
  });
}
