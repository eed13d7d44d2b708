import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { secondsSince } from '@patchwork/cli/command';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';
import { root } from './workspace.ts';

interface FileTime {
  /** Kind of a unit test, or Playwright project: `unit`, `component`, `mock`, … */
  readonly layer: string;
  readonly file: string;
  readonly seconds: number;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly times?: readonly FileTime[] | undefined;
  /** A line for each failed test: file, name, and the first line of the error. */
  readonly failures?: readonly string[] | undefined;
}

/** Result of one step. A tool without tests of its own counts as one test. */
export interface Tally extends Counts {
  readonly name: string;
  readonly time: string;
}

function layerOf(file: string): string {
  if (file.endsWith('.tsx')) return 'component';
  return /^(?:api-server|tools)\//.test(file) ? 'api-server' : 'unit';
}

const failure = (file: string, name: string, error = ''): string =>
  `${file} › ${name}: ${stripVTControlCharacters(error).trim().split('\n')[0]}`;

export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults = [] } = report as JsonTestResults;
  const times = testResults.map(({ name, startTime, endTime }) => {
    const file = path.relative(root, name);
    return { layer: layerOf(file), file, seconds: (endTime - startTime) / 1000 };
  });
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (failed.length === 0 && status === 'failed') return failure(file, 'the whole file', message);
    return failed.map(({ fullName, failureMessages }) =>
      failure(file, fullName, failureMessages?.[0]),
    );
  });
  return { passed: numPassedTests, failed: numFailedTests, times, failures };
}

const timesOf = ({ suites = [], specs = [] }: Partial<JSONReportSuite>): FileTime[] => [
  ...specs.flatMap(({ file, tests }) =>
    tests.map(({ projectName, results }) => ({
      layer: projectName,
      file,
      seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
  ),
  ...suites.flatMap(timesOf),
];

const failuresOf = ({ suites = [], specs = [] }: Partial<JSONReportSuite>): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failure(file, title, results.at(-1)?.error?.message)),
  ),
  ...suites.flatMap(failuresOf),
];

export function countPlaywright(report: unknown): Counts {
  const { stats, suites } = report as JSONReport;
  const { expected, flaky, unexpected } = stats;
  const details = { times: timesOf({ suites }), failures: failuresOf({ suites }) };
  return { passed: expected + flaky, failed: unexpected, ...details };
}

/**
 * Runs one step and counts its tests. A runner that fails without a failed test, or that runs no test, counts as one
 * failure. A step that throws counts as one failure too, and the error's message is printed.
 */
export async function tally(
  name: string,
  step: () => Promise<{ code: number; counts?: Counts | undefined }>,
): Promise<Tally> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const { code, counts } = await step().catch((error: Error) => {
    console.error(error.message);
    return { code: 1, counts: undefined };
  });
  const counted: Counts = counts ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const silent = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return { ...counted, name, failed: silent ? 1 : counted.failed, time: secondsSince(start) };
}

/** Prints the steps, the failed tests and the sum. Returns whether all passed. */
export function summarize(tallies: readonly Tally[]): boolean {
  const sum = (count: (tally: Tally) => number) =>
    tallies.reduce((total, each) => total + count(each), 0);
  const failed = sum((each) => each.failed);
  console.log('');
  for (const each of tallies) {
    const verdict = each.failed === 0 ? 'passed' : `FAILED (${each.failed})`;
    console.log(`${each.name.padEnd(24)} ${each.time.padStart(8)}  ${verdict}`);
  }
  const failures = tallies.flatMap((each) => each.failures ?? []);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${sum((each) => each.passed)} passed, ${failed} failed`);
  return failed === 0;
}

const SLOWEST = 30;

/** Returns the total seconds for each name, largest first. */
function sumBy(times: readonly FileTime[], nameOf: (time: FileTime) => string) {
  const sums = new Map<string, number>();
  for (const time of times) {
    const name = nameOf(time);
    sums.set(name, (sums.get(name) ?? 0) + time.seconds);
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** Prints the time of each layer and of the slowest files, summed over all workers. */
export function showTimes(tallies: readonly Tally[]): void {
  const times = tallies.flatMap((each) => each.times ?? []);
  const print = (title: string, sums: readonly (readonly [string, number])[]) => {
    console.log(`\n${title}`);
    for (const [name, seconds] of sums) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  };
  print(
    'Tests by layer',
    sumBy(times, ({ layer }) => layer),
  );
  const files = sumBy(times, ({ layer, file }) => `${layer.padEnd(12)}${file}`);
  print(`The ${SLOWEST} slowest files`, files.slice(0, SLOWEST));
}
