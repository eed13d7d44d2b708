import { type Place, remotes, type TestedRemote } from './remotes.ts';
import { type Fault, faults } from './table.ts';

const ways = ['cold load', 'navigation', 'prefetch'] as const;

/** Fault of one remote, and the way in which a visitor comes to it. */
export interface Cell {
  readonly remote: TestedRemote;
  readonly fault: Fault;
  readonly way: (typeof ways)[number];
  /** A good version was live before the one that fails. */
  readonly hasPrevious: boolean;
}

export const placeOf = ({ remote, way }: Cell): Place =>
  way === 'cold load' ? remote.cold : remote.linked;

const DAY_MS = 24 * 60 * 60 * 1000;
const PARTS = 10;

const isApplicable = ({ remote, way }: Cell): boolean =>
  way !== 'prefetch' || remote.noPrefetch === undefined;

/** A page that hangs is left for another one, which knows what to expect: however it comes to the remote. */
const waysOf = ({ hangs }: Fault): readonly Cell['way'][] => (hangs ? ['cold load'] : ways);

const all: readonly Cell[] = remotes.flatMap((remote) =>
  faults.flatMap((fault) =>
    waysOf(fault).map((way) => ({ remote, fault, way, hasPrevious: false })),
  ),
);

/** The remote falls back: it is the same for every fault, so a fault of each kind is enough. */
const withPrevious: readonly Cell[] = remotes.flatMap((remote) =>
  faults
    .filter(({ name }) =>
      ['404', 'wrong integrity', 'throws on render', 'never returns'].includes(name),
    )
    .map((fault) => ({ remote, fault, way: 'cold load', hasPrevious: true }) as const),
);

export const notApplicable = all.filter((cell) => !isApplicable(cell));
export const applicable = [...all.filter(isApplicable), ...withPrevious];

/** Every tenth cell: each part has cells of every remote and of most faults. */
export const partOf = (part: number): readonly Cell[] =>
  applicable.filter((_, index) => index % PARTS === part);

const day = Math.floor(Date.now() / DAY_MS);
const SHARES = 4;

/** 'all', or the number of a tenth, 0 to 9. The day decides where FAULTS does not. */
export const chosen: string = process.env.FAULTS || String(day % PARTS);

/** Cells that this run tests. Without FAULTS and `--all` a quarter of the tenth: forty days run every cell. */
export function chosenCells(): readonly Cell[] {
  if (chosen === 'all') return applicable;
  if (!/^\d$/.test(chosen)) throw new Error('FAULTS is “all”, or the number of a tenth: 0 to 9');
  const part = partOf(Number(chosen));
  if (process.env.FAULTS || process.env.ALL_TESTS === 'true') return part;
  return part.filter((_, index) => index % SHARES === Math.floor(day / PARTS) % SHARES);
}
