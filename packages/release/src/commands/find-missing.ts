import type { PublishedRemote } from '@patchwork/federation';
import { remotesIn } from '../folder/registry-document.ts';
import type { Finding } from '../gate/gate.ts';
import { liveOf } from './ask-gate.ts';
import type { GateQuestion } from './gate-question.ts';

/** The slots of a remote's pages and fragments, each with where it is. */
function slotsOf({ routes, fragments }: PublishedRemote): Map<string, string> {
  const places = [
    ...routes.map(({ page, slots }) => [`its page “${page}”`, slots] as const),
    ...Object.entries(fragments).map(
      ([slot, { slots }]) => [`its fragment in “${slot}”`, slots] as const,
    ),
  ];
  return new Map(
    places.flatMap(([place, slots = {}]) => Object.keys(slots).map((slot) => [slot, place])),
  );
}

const nameOf = ({ id, version }: PublishedRemote): string => `${id} ${version}`;

/** What of the fragments would be missed without a remote: others' in its slots, and its own in others' slots. */
export function findMissing({ before, after }: GateQuestion, id: string): Finding[] {
  const leaving = remotesIn(before).filter((remote) => remote.id === id);
  const others = remotesIn(after).flatMap(liveOf);
  const finding = { severity: 'refusal', rule: 'slots', file: 'remote.json' } as const;
  return leaving.flatMap(liveOf).flatMap((remote) => {
    const ours = nameOf(remote);
    const guests = [...slotsOf(remote)].flatMap(([slot, place]) =>
      others
        .filter(({ fragments }) => Object.hasOwn(fragments, slot))
        .map((other): Finding => {
          const live = nameOf(other);
          const message = `${live} has a fragment in the slot “${slot}”, which ${ours} has on ${place}: no visitor would see it. Release ${other.id} without it first.`;
          return { ...finding, message, ours, live };
        }),
    );
    const own = Object.entries(remote.fragments).map(([slot, { module }]): Finding => {
      const message = `${ours} has the fragment ${module} in the slot “${slot}”, which would be without it.`;
      return { ...finding, message, ours };
    });
    return [...guests, ...own];
  });
}
