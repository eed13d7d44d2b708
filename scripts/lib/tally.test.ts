import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { countPlaywright, countVitest, showTimes, summarize, type Tally, tally } from './tally.ts';
import { root } from './workspace.ts';

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  const write = (line: string) => void lines.push(line);
  vi.spyOn(console, 'log').mockImplementation(write);
  vi.spyOn(console, 'error').mockImplementation(write);
});

async function outcomeOf(step: Parameters<typeof tally>[1]) {
  const { passed, failed } = await tally('step', step);
  return { passed, failed };
}

test('a tool without tests counts as one', async () => {
  expect(await outcomeOf(async () => ({ code: 0 }))).toEqual({ passed: 1, failed: 0 });
  expect(await outcomeOf(async () => ({ code: 2 }))).toEqual({ passed: 0, failed: 1 });
});

test('a runner counts by its tests', async () => {
  const vitest = countVitest({ numPassedTests: 7, numFailedTests: 2 });
  expect(await outcomeOf(async () => ({ code: 1, counts: vitest }))).toEqual({
    passed: 7,
    failed: 2,
  });
  const counts = countPlaywright({ stats: { expected: 5, flaky: 1, unexpected: 0 } });
  expect(await outcomeOf(async () => ({ code: 0, counts }))).toEqual({ passed: 6, failed: 0 });
});

test('times are summed by layer and by file, the slowest first', async () => {
  const vitest = countVitest({
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [{ name: path.join(root, 'shell/src/a.test.ts'), startTime: 1000, endTime: 3500 }],
  });
  const spec = (file: string, ...durations: number[]) => ({
    file,
    tests: [{ projectName: 'mock', results: durations.map((duration) => ({ duration })) }],
  });
  const playwright = countPlaywright({
    stats: { expected: 3, flaky: 0, unexpected: 0 },
    suites: [
      { specs: [spec('a.spec.ts', 1000)], suites: [{ specs: [spec('a.spec.ts', 500, 500)] }] },
      { specs: [spec('b.spec.ts', 4000)] },
    ],
  });
  const step = { name: 'step', time: '1.0 s' };
  showTimes([
    { ...step, ...vitest },
    { ...step, ...playwright },
    { ...step, passed: 1, failed: 0 },
  ]);
  expect(lines.filter((line) => line.startsWith(' ')).map((line) => line.trim())).toEqual([
    '6.0 s  mock',
    '2.5 s  unit',
    '4.0 s  mock        b.spec.ts',
    '2.5 s  unit        shell/src/a.test.ts',
    '2.0 s  mock        a.spec.ts',
  ]);
});

test('a runner that ran nothing has failed', async () => {
  const counts = { passed: 0, failed: 0 };
  expect(await outcomeOf(async () => ({ code: 0, counts }))).toEqual({ passed: 0, failed: 1 });
});

test('a runner that ends with an error although its tests passed has failed', async () => {
  const counts = { passed: 9, failed: 0 };
  expect(await outcomeOf(async () => ({ code: 1, counts }))).toEqual({ passed: 9, failed: 1 });
});

test('a step that throws has failed, and says why', async () => {
  const step = () => Promise.reject(new Error('shell could not be built'));
  expect(await outcomeOf(step)).toEqual({ passed: 0, failed: 1 });
  expect(lines).toContain('shell could not be built');
});

test('the last line is the sum of all steps', () => {
  const each = (passed: number, failed: number): Tally => ({
    name: 'step',
    passed,
    failed,
    time: '1.0 s',
  });
  expect(summarize([each(1, 0), each(41, 0)])).toBe(true);
  expect(lines.at(-1)).toBe('\n42 passed, 0 failed');
  expect(summarize([each(1, 0), each(40, 2)])).toBe(false);
  expect(lines.at(-1)).toBe('\n41 passed, 2 failed');
});
