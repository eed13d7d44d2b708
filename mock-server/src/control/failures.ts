import { type EndpointName, endpointNames } from '@patchwork/api';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

export interface Failures {
  /** Whether this call of `name` fails, at a rate from 0 to 1. Must be asked exactly once for each call. */
  isNext: (name: EndpointName, rate: number, seed: number) => boolean;
  /** Counts the calls from one again. */
  restart: () => void;
}

/**
 * Creates the random choice of failing calls. Each endpoint has random numbers of its own, so that parallel calls of
 * others do not change its failures. A call that fails at some rate fails at every higher one too.
 */
export function createFailures(): Failures {
  const streams = new Map<EndpointName, RandomGenerator>();
  return {
    isNext: (name, rate, seed) => {
      const stream = streams.get(name) ?? streamOf(seed, name);
      streams.set(name, stream);
      return uniformFloat64(stream) < rate;
    },
    restart: () => streams.clear(),
  };
}

/**
 * Creates an endpoint's random generator. Each endpoint jumps ahead a different number of times, so that no two streams
 * overlap; the first jumps too, because similar seeds begin with similar numbers.
 */
function streamOf(seed: number, name: EndpointName): RandomGenerator {
  const generator = xoroshiro128plus(seed);
  for (let jumps = endpointNames.indexOf(name); jumps >= 0; jumps -= 1) generator.jump();
  return generator;
}
