import { createHash } from 'node:crypto';

/** Draws a whole number from 0 to `below` - 1. */
export type Draw = (below: number) => number;

/** Makes a source of numbers. Each depends on the seed, the purpose and how many were drawn before. */
export function createDraw(seed: number, purpose: string): Draw {
  let asked = 0;
  return (below) => {
    asked += 1;
    const hash = createHash('sha256').update(`${seed} ${purpose} ${asked}`).digest();
    return hash.readUInt32BE() % below;
  };
}
