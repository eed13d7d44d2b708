import {
  medianOf,
  ordinary,
  type Scenario,
  seeds,
  simulateSpans,
  viewsUntilStep,
  viewsUntilStopped,
} from '../../platform/release/src/testing/simulate.ts';

const never = Number.POSITIVE_INFINITY;

const share = (part: number): string => `${Number((part * 100).toFixed(1))} %`;

function describe(title: string, runs: number, views: (seed: number) => number): number {
  const all = seeds(runs).map(views);
  const ended = all.filter((each) => each < never).length;
  console.log(
    `${title}: ${ended} of ${runs} runs, median ${medianOf(all)} views of the canary (seeds 1 to ${runs})`,
  );
  return medianOf(all);
}

function hold(isHeld: boolean, limit: string): void {
  console.log(`${isHeld ? 'held  ' : 'BROKEN'} ${limit}\n`);
  if (!isHeld) process.exitCode = 1;
}

const withErrors = (stable: number, canary: number): Scenario => ({
  ...ordinary,
  stable: { ...ordinary.stable, errors: stable },
  canary: { ...ordinary.canary, errors: canary },
});

const slower = (spread: number, lcpMs = ordinary.stable.lcpMs): Scenario => ({
  ...ordinary,
  spread,
  stable: { ...ordinary.stable, lcpMs },
  canary: { ...ordinary.canary, lcpMs: lcpMs * 1.2 },
});

/**
 * Simulates visitors of a canary, and prints when the canary is stopped or takes its next step. Sets the exit code if a
 * limit is exceeded. Takes some minutes.
 */
export function simulateCanaries(): void {
  const { stable } = ordinary;
  console.log(
    `canary of ${share(ordinary.share)}; stable: errors ${share(stable.errors)}, load failures ${share(stable.loadFailures)}, LCP ${stable.lcpMs} ms at the median\n`,
  );
  const stopped = (scenario: Scenario) => (seed: number) =>
    viewsUntilStopped(simulateSpans(scenario, seed));
  const errors = [0.002, 0.005, 0.01, 0.02].map((base) =>
    describe(
      `stopped, errors ${share(base)} → ${share(base + 0.02)}`,
      500,
      stopped(withErrors(base, base + 0.02)),
    ),
  );
  hold((errors[1] ?? never) <= 600, '2 % more errors: stopped after 600 views at most');
  const paints = [0.4, 0.6, 0.8, 1].map((spread) =>
    describe(`stopped, LCP +20 %, spread ${spread}`, 300, stopped(slower(spread))),
  );
  hold(Math.max(...paints) <= 2000, 'LCP +20 %: stopped after 2,000 views at most');
  const whole = { what: 'canary', isPainted: true };
  // Of a setting on which the page's HTML depends, no LCP is known.
  const setting = { what: 'setting without LCP', isPainted: false };
  for (const [{ what, isPainted }, percent] of [
    ...([1, 10, 50] as const).map((share) => [whole, share] as const),
    ...([10, 50] as const).map((share) => [setting, share] as const),
  ]) {
    const scenario = { ...ordinary, share: percent / 100, isPainted };
    const all = seeds(1000).map(stopped(scenario));
    const alarms = all.filter((views) => views < never).length;
    console.log(
      `stopped, no difference, ${what} of ${percent} %, 100,000 views: ${alarms} of 1000 runs (seeds 1 to 1000)`,
    );
    hold(alarms <= 10, 'no difference: stopped in 10 of 1,000 runs at most');
  }
  const step = (scenario: Scenario) => (seed: number) =>
    viewsUntilStep(simulateSpans(scenario, seed));
  describe('next step, no difference', 100, step(ordinary));
  const wrong = seeds(200).map(step(withErrors(0.005, 0.015)));
  const stepped = wrong.filter((views) => views < never).length;
  console.log(
    `next step, errors ${share(0.005)} → ${share(0.015)}: ${stepped} of 200 runs (seeds 1 to 200)`,
  );
  hold(stepped <= 10, 'worse by the margin: steps in 5 % of the runs at most');
}
