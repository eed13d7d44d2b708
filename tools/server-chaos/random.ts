import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Choices that follow from a seed and a stream: the same both, the same choices in the same order. */
export interface Random {
  /** A whole number, both ends included. */
  between: (from: number, to: number) => number;
  /** True in `percent` of 100 cases. */
  chance: (percent: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** A UUID, version 4. */
  uuid: () => string;
}

/** Every actor has a stream of its own, so that another one's choices do not change its order. */
export function createRandom(seed: number, stream: number): Random {
  const generator = xoroshiro128plus(seed);
  for (let jumps = 0; jumps <= stream; jumps += 1) generator.jump();
  const between = (from: number, to: number): number => uniformInt(generator, from, to);
  const hex = (length: number): string =>
    Array.from({ length }, () => between(0, 15).toString(16)).join('');
  return {
    between,
    chance: (percent) => between(1, 100) <= percent,
    pick(list) {
      const chosen = list[between(0, list.length - 1)];
      if (chosen === undefined) throw new Error('there is nothing to pick from');
      return chosen;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
