import { secondsSince } from '@patchwork/cli/command';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** How one step of a check went. A tool without tests of its own counts as one. */
export interface Tally extends Counts {
  readonly name: string;
  readonly time: string;
}

export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests } = report as Record<
    'numPassedTests' | 'numFailedTests',
    number
  >;
  return { passed: numPassedTests, failed: numFailedTests };
}

export function countPlaywright(report: unknown): Counts {
  const { stats } = report as { stats: Record<'expected' | 'flaky' | 'unexpected', number> };
  const { expected, flaky, unexpected } = stats;
  return { passed: expected + flaky, failed: unexpected };
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
  const { passed, failed } = counts ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { name, passed, failed: silent ? 1 : failed, time: secondsSince(start) };
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
