import type { MockSnapshot, PatchStep } from '@patchwork/mock-server';
import { describeDelay, describeFailures } from '../../failures.ts';
import { counted } from '../../measure.ts';
import { scenarios } from '../../scenarios.ts';
import type { Reproduction } from './reproduction.ts';

/** What a link would do, in words: each term with one or more lines. */
export interface SummaryEntry {
  readonly term: string;
  readonly lines: readonly string[];
}

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

function summarizeMock({ scenario, settings, difference }: MockSnapshot): SummaryEntry[] {
  const failures = describeFailures(settings.failures);
  return [
    { term: 'Scenario', lines: [scenarios[scenario].title] },
    { term: 'Delay', lines: [describeDelay(settings.delay)] },
    { term: 'Seed', lines: [String(settings.seed)] },
    { term: 'Failures', lines: failures.length > 0 ? failures : ['none'] },
    { term: 'Data', lines: [describeDifference(difference)] },
  ];
}

export const summarize = ({ path, mock, draft }: Reproduction): SummaryEntry[] => [
  { term: 'Page', lines: [path] },
  ...(mock ? summarizeMock(mock) : []),
  ...(draft ? [{ term: 'Tester’s draft', lines: [`${draft.method} ${draft.endpoint}`] }] : []),
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
