import type { EndpointName } from '@patchwork/api';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Failure, MockSettings } from './control.ts';
import { endpointNames } from './settings.ts';

export interface Failures {
  /** How this call of `name` is to fail, if it is; asked once for each call. */
  next(name: EndpointName, settings: MockSettings): Failure | undefined;
  /** Counts the calls from the first again. */
  restart(): void;
}

/**
 * Each call of the table has numbers of its own, so that calls at once cannot change each other's
 * order. A call that fails at some rate fails at every higher one too.
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

/** Jumps are the library's way to streams that do not meet; without one, the seed shows through. */
function streamOf(seed: number, name: EndpointName): RandomGenerator {
  const generator = xoroshiro128plus(seed);
  for (let jumps = endpointNames.indexOf(name); jumps >= 0; jumps -= 1) generator.jump();
  return generator;
}
