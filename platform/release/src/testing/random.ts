import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';

/** Creates a generator of random numbers from 0 to 1, equal for equal seeds. */
export function createRandom(seed: number): () => number {
  // Generators of similar seeds have nothing in common, as those of xoroshiro128plus would have at their beginning.
  const generator = mersenne(seed);
  return () => uniformFloat64(generator);
}
