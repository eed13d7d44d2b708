import type { Inspection } from '@patchwork/kit/devtools';
import { useAtomValue } from 'jotai';
import { type Breakdown, breakdownOf, breakdownOfShell } from './breakdown.ts';
import { useFileTimings } from './file-timings.ts';
import { ownerOf } from './owner.ts';

/** Returns where the time of the shell's start and of each finished load went, in the order in which they began. */
export function useBreakdowns({ store, active, loadsAtom, stepsAtom }: Inspection): Breakdown[] {
  const loads = useAtomValue(loadsAtom, { store });
  const steps = useAtomValue(stepsAtom, { store });
  const timings = useFileTimings();
  const ofShell = breakdownOfShell(loads, ({ name }) => ownerOf(name, active) === 'shell', timings);
  const ofRemotes = loads.map((load) => {
    const remote = active.remotes.find(({ id }) => id === load.remoteId);
    return remote && breakdownOf(load, remote, steps, timings);
  });
  return [ofShell, ...ofRemotes].filter((breakdown) => breakdown !== undefined);
}
