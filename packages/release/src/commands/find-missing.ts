import { remotesIn } from '../folder/registry-document.ts';
import type { Finding } from '../gate/gate.ts';
import { releaseName } from '../gate/words.ts';
import { liveOf } from './ask-gate.ts';
import type { GateQuestion } from './gate-question.ts';

/** The fragments of a remote that slots of others would be without. What fills its own slots the gate says. */
export function findMissing({ before }: GateQuestion, id: string): Finding[] {
  const leaving = remotesIn(before).filter((remote) => remote.id === id);
  return leaving.flatMap(liveOf).flatMap((remote) => {
    const ours = releaseName(remote);
    return Object.entries(remote.fragments).map(([slot, { module }]): Finding => {
      const message = `${ours} has the fragment ${module} in the slot “${slot}”, which would be without it.`;
      return { severity: 'refusal', rule: 'slots', file: 'remote.json', message, ours };
    });
  });
}
