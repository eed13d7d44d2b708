import type { LoadRecord, StepRecord } from '@patchwork/host/devtools';
import { afterEach, expect, test, vi } from 'vitest';
import { breakdownOf, breakdownOfShell, describeBreakdown } from './breakdown.ts';
import { catalog } from './test-support.tsx';

const remote = { ...catalog, files: { './Home': ['static/home.js', 'static/home.css'] } };
const folder = new URL('/remotes/mfe-catalog/1.2.0/', location.href).href;

const load: LoadRecord = {
  remoteId: 'mfe-catalog',
  module: './Home',
  startedAt: 1000,
  endedAt: 6300,
  state: 'ready',
  reason: undefined,
};

const file = (name: string, startTime: number, responseEnd: number, initiatorType = 'script') => ({
  ...{ name: folder + name, startTime, responseEnd, initiatorType },
});

const step = (kind: StepRecord['kind'], startedAt: number, endedAt: number): StepRecord => ({
  ...{ remoteId: 'mfe-catalog', kind, startedAt, endedAt },
  module: kind === 'delay' || kind === 'render' ? './Home' : undefined,
});

const steps = [
  step('delay', 1010, 6010),
  step('shared', 6060, 6100),
  step('evaluate', 6100, 6250),
  step('render', 6300, 6380),
];

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test('the parts of a slow load add up to its time, and none is counted twice', () => {
  const timings = [
    file('remoteEntry.js', 6010, 6040),
    file('static/home.js', 6030, 6070),
    file('static/other.js', 200, 300),
  ];
  const breakdown = breakdownOf(load, remote, steps, timings);
  expect(breakdown).toMatchObject({
    total: 5380,
    parts: { delay: 5000, wait: 60, download: 60, shared: 30, evaluate: 150, render: 80 },
    files: { count: 2, preloaded: 0, duration: 60 },
  });
});

test('a file that was preloaded before the load costs the load nothing, and its own time is named', () => {
  const timings = [
    file('remoteEntry.js', 100, 120, 'link'),
    file('static/home.js', 110, 136, 'link'),
  ];
  const breakdown = breakdownOf(load, remote, steps, timings);
  expect(breakdown?.parts.download).toBe(0);
  expect(breakdown && spaced(describeBreakdown(breakdown))).toBe(
    'Simulated delay 5.0 s, Wait 110 ms, Download 0 ms (2 files in 36 ms, preloaded), ' +
      'Shared packages 40 ms, Evaluate 150 ms, First render 80 ms',
  );
});

test('steps of another module or remote do not count, and a load that has not ended has no breakdown', () => {
  const others = [
    { ...step('delay', 1010, 6010), module: './Wishlist' },
    { ...step('evaluate', 1010, 6010), remoteId: 'mfe-account' },
  ];
  expect(breakdownOf(load, remote, others, [])?.parts).toMatchObject({ wait: 5300, delay: 0 });
  expect(breakdownOf({ ...load, endedAt: undefined }, remote, [], [])).toBeUndefined();
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('the shell’s time ends when it asks for the first remote, and its first paint counts after that', () => {
  const page = { responseStart: 40, responseEnd: 60 };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([page] as never);
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{ startTime: 1200 }] as never);
  const script = { ...file('', 70, 170), name: new URL('/static/index.js', location.href).href };
  const loads = [{ ...load, startedAt: 1100 }, load];
  const shell = breakdownOfShell(loads, ({ name }) => name === script.name, [script]);
  expect(shell).toMatchObject({
    total: 1200,
    parts: { wait: 40, download: 120, evaluate: 840, render: 200 },
  });
  expect(breakdownOfShell([], () => true, [])).toBeUndefined();
});
