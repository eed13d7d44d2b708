import { createHash } from 'node:crypto';

/** A whole number below `below`. */
export type Draw = (below: number) => number;

/** Numbers that each follow from the seed, the purpose and how often it was asked. */
export function createDraw(seed: number, purpose: string): Draw {
  let asked = 0;
  return (below) => {
    asked += 1;
    const hash = createHash('sha256').update(`${seed} ${purpose} ${asked}`).digest();
    return hash.readUInt32BE() % below;
  };
}
