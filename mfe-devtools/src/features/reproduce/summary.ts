import type { MockSnapshot, PatchStep } from '@patchwork/mock-server';
import type { Fact } from '../../Facts.tsx';
import { describeDelay, describeFailures } from '../../failures.ts';
import { counted } from '../../measure.ts';
import { scenarios } from '../../scenarios.ts';
import type { Reproduction } from './reproduction.ts';

const tableOf = ({ path }: PatchStep): string => path.split('/')[1] ?? '';

/** '3 changes in products, 1 change in users' */
function describeDifference(difference: readonly PatchStep[]): string {
  const counts = new Map<string, number>();
  for (const step of difference) counts.set(tableOf(step), (counts.get(tableOf(step)) ?? 0) + 1);
  if (counts.size === 0) return 'as the scenario has it';
  return [...counts]
    .map(([table, count]) => `${counted(count, 'change', 'changes')} in ${table}`)
    .join(', ');
}

function summarizeMock({ scenario, settings, difference }: MockSnapshot): Fact[] {
  const failures = describeFailures(settings.failures);
  return [
    ['Scenario', scenarios[scenario].title],
    ['Delay', describeDelay(settings.delay)],
    ['Seed', String(settings.seed)],
    ['Failures', ...(failures.length > 0 ? failures : ['none'])],
    ['Data', describeDifference(difference)],
  ];
}

/** What a link would do, in words. */
export const summarize = ({ path, mock, draft }: Reproduction): Fact[] => [
  ['Page', path],
  ...(mock ? summarizeMock(mock) : []),
  ...(draft ? [['Tester’s draft', `${draft.method} ${draft.endpoint}`] as const] : []),
];

type Versions = Readonly<Record<string, string>>;

/** One sentence for each remote whose version here differs from the link's. */
export const compareVersions = (made: Versions, here: Versions): string[] =>
  Object.entries(made).flatMap(([id, version]) => {
    const own = here[id];
    if (own === version) return [];
    return own === undefined
      ? `Made with ${id} ${version}, which this page does not have.`
      : `Made with ${id} ${version}, here ${own}.`;
  });
