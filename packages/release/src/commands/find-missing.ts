import { remotesIn } from '../folder/registry-document.ts';
import type { Finding } from '../gate/gate.ts';
import { releaseName } from '../gate/words.ts';
import { liveOf } from './ask-gate.ts';
import type { GateQuestion } from './gate-question.ts';

/** The fragments of a remote that slots of others would be without. What fills its own slots the gate says. */
export function findMissing({ before }: GateQuestion, id: string): Finding[] {
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
