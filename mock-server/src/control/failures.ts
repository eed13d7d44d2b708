import { type EndpointName, endpointNames } from '@patchwork/api';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Failure, MockSettings } from './control.ts';

export interface Failures {
  /** How this call of `name` fails, if it does. To be asked once for each call. */
  next: (name: EndpointName, settings: MockSettings) => Failure | undefined;
  /** Counts the calls from one again. */
  restart: () => void;
}

/**
 * Each endpoint draws from its own random numbers: parallel calls of others do not change its order.
 * A call that fails at some rate fails at every higher one too.
 */
export function createFailures(): Failures {
  const streams = new Map<EndpointName, RandomGenerator>();
  return {
    next: (name, { seed, failures }) => {
      const stream = streams.get(name) ?? streamOf(seed, name);
      streams.set(name, stream);
      const drawn = uniformFloat64(stream);
      const failure = failures[name];
      return failure && drawn < failure.rate ? failure : undefined;
    },
    restart: () => streams.clear(),
  };
}

/** Jumps make streams that do not overlap. Without one, similar seeds give similar first numbers. */
function streamOf(seed: number, name: EndpointName): RandomGenerator {
  const generator = xoroshiro128plus(seed);
  for (let jumps = endpointNames.indexOf(name); jumps >= 0; jumps -= 1) generator.jump();
  return generator;
}
