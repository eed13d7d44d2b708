import path from 'node:path';
import { secondsSince } from '@patchwork/cli/command';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';
import { root } from './workspace.ts';

/** Time that the tests of one file took, one after the other. */
interface FileTime {
  /** Project of the runner: `unit`, `component`, `mock`, … */
  readonly layer: string;
  readonly file: string;
  readonly seconds: number;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly times?: readonly FileTime[] | undefined;
}

/** Result of one step of a check. A tool without tests of its own counts as one. */
export interface Tally extends Counts {
  readonly name: string;
  readonly time: string;
}

function layerOf(file: string): string {
  if (file.endsWith('.tsx')) return 'component';
  return /^(?:api-server|tools)\//.test(file) ? 'api-server' : 'unit';
}

export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults = [] } = report as JsonTestResults;
  const times = testResults.map(({ name, startTime, endTime }) => {
    const file = path.relative(root, name);
    return { layer: layerOf(file), file, seconds: (endTime - startTime) / 1000 };
  });
  return { passed: numPassedTests, failed: numFailedTests, times };
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

export function countPlaywright(report: unknown): Counts {
  const { stats, suites } = report as JSONReport;
  const { expected, flaky, unexpected } = stats;
  return { passed: expected + flaky, failed: unexpected, times: timesOf({ suites }) };
}

/**
 * Runs one step and counts it. A runner that failed without a failed test, or that ran nothing at
 * all, is one failure; so is a step that throws, whose message is shown.
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
  const { passed, failed, times }: Counts = counts ?? {
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
  };
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { name, passed, failed: silent ? 1 : failed, times, time: secondsSince(start) };
}

/** Lists the steps and, on the last line, the sum. Returns whether all passed. */
export function summarize(tallies: readonly Tally[]): boolean {
  const sum = (count: (tally: Tally) => number) =>
    tallies.reduce((total, each) => total + count(each), 0);
  const failed = sum((each) => each.failed);
  console.log('');
  for (const each of tallies) {
    const verdict = each.failed === 0 ? 'passed' : `FAILED (${each.failed})`;
    console.log(`${each.name.padEnd(24)} ${each.time.padStart(8)}  ${verdict}`);
  }
  console.log(`\n${sum((each) => each.passed)} passed, ${failed} failed`);
  return failed === 0;
}

const SLOWEST = 30;

/** Adds the seconds up by a name. */
function sumBy(times: readonly FileTime[], nameOf: (time: FileTime) => string) {
  const sums = new Map<string, number>();
  for (const time of times) {
    const name = nameOf(time);
    sums.set(name, (sums.get(name) ?? 0) + time.seconds);
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** Prints how long the tests of each layer and of the slowest files took, all workers together. */
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
