import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type Counts,
  countPlaywright,
  countVitest,
  showTimes,
  summarize,
  type Tally,
  tally,
} from './tally.ts';
import { root } from './workspace.ts';

const step = { name: 'step', time: '1.0 s' };
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  const write = (line: string) => void lines.push(line);
  vi.spyOn(console, 'log').mockImplementation(write);
  vi.spyOn(console, 'error').mockImplementation(write);
});

const vitest = countVitest({ numPassedTests: 7, numFailedTests: 2 });
const playwright = countPlaywright({ stats: { expected: 5, flaky: 1, unexpected: 0 } });

test.each<[what: string, code: number, counts: Counts | undefined, passed: number, failed: number]>(
  [
    ['a tool without tests counts as one', 0, undefined, 1, 0],
    ['a tool that fails counts as one', 2, undefined, 0, 1],
    ['Vitest counts by its tests', 1, vitest, 7, 2],
    ['Playwright counts by its tests', 0, playwright, 6, 0],
    ['a runner that ran nothing has failed', 0, { passed: 0, failed: 0 }, 0, 1],
    ['an error after tests that passed is a failure', 1, { passed: 9, failed: 0 }, 9, 1],
  ],
)('%s', async (_what, code, counts, passed, failed) => {
  expect(await tally('step', async () => ({ code, counts }))).toMatchObject({ passed, failed });
});

test('times are summed by layer and by file, the slowest first', async () => {
  const units = countVitest({
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [
      {
        ...{ name: path.join(root, 'shell/src/a.test.ts'), startTime: 1000, endTime: 3500 },
        assertionResults: [],
      },
    ],
  });
  const spec = (file: string, ...durations: number[]) => ({
    file,
    tests: [{ projectName: 'mock', results: durations.map((duration) => ({ duration })) }],
  });
  const journeys = countPlaywright({
    stats: { expected: 3, flaky: 0, unexpected: 0 },
    suites: [
      { specs: [spec('a.spec.ts', 1000)], suites: [{ specs: [spec('a.spec.ts', 500, 500)] }] },
      { specs: [spec('b.spec.ts', 4000)] },
    ],
  });
  showTimes([
    { ...step, ...units },
    { ...step, ...journeys },
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

test('a step that throws counts as failed and gives the reason', async () => {
  const broken = () => Promise.reject(new Error('shell could not be built'));
  expect(await tally('step', broken)).toMatchObject({ passed: 0, failed: 1 });
  expect(lines).toContain('shell could not be built');
});

test('the last line is the sum of all steps', () => {
  const each = (passed: number, failed: number): Tally => ({ ...step, passed, failed });
  expect(summarize([each(1, 0), each(41, 0)])).toBe(true);
  expect(lines.at(-1)).toBe('\n42 passed, 0 failed');
  expect(summarize([each(1, 0), each(40, 2)])).toBe(false);
  expect(lines.at(-1)).toBe('\n41 passed, 2 failed');
});

test('failed tests are named before the sum, with the first line of their error', () => {
  const result = (name: string, status: string, assertionResults: object[], message = '') => ({
    ...{ name: path.join(root, name), status, message, assertionResults },
  });
  const units = countVitest({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      result('shell/src/a.test.ts', 'failed', [
        { status: 'passed', fullName: 'it starts' },
        { status: 'failed', fullName: 'it stops', failureMessages: ['Error: late\n    at a.ts:1'] },
      ]),
      result('shell/src/b.test.ts', 'failed', [], 'Cannot find module c'),
      result('shell/src/c.test.ts', 'passed', [{ status: 'passed', fullName: 'it goes on' }]),
    ],
  });
  const journeys = countPlaywright({
    stats: { expected: 1, flaky: 0, unexpected: 1 },
    suites: [
      {
        suites: [],
        specs: [
          {
            ...{ file: 'd.spec.ts', title: 'a guest buys' },
            tests: [
              { projectName: 'api', status: 'expected', results: [{ duration: 1 }] },
              {
                ...{ projectName: 'mock', status: 'unexpected' },
                results: [
                  { duration: 1, error: { message: '\u001b[31mno button\u001b[39m\ncall log' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(
    summarize([
      { ...step, ...units },
      { ...step, ...journeys },
    ]),
  ).toBe(false);
  expect(lines.slice(-2)).toEqual([
    [
      '\nFailed:',
      'shell/src/a.test.ts › it stops: Error: late',
      'shell/src/b.test.ts › the whole file: Cannot find module c',
      'd.spec.ts › a guest buys: no button',
    ].join('\n'),
    '\n2 passed, 2 failed',
  ]);
});
