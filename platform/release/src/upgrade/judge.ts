import { keyOf, type LiveUse, type LiveUses } from './live-uses.ts';
import type { JudgedUse, Question, Reason } from './upgrade-plan.ts';

export interface Judged {
  readonly from: readonly ('ranges' | 'names' | 'types')[];
  readonly notes: readonly string[];
  readonly uses: readonly JudgedUse[];
  readonly shellErrors: readonly string[];
}

const nothingKnown = {
  ...{ from: [], notes: [], shellErrors: [] },
  found: new Map<string, readonly Reason[]>(),
};

/** Returns the ranges of a version that exclude what would be live, and what would accept both. */
function judgeRanges(
  { ranges }: LiveUse,
  { name, version, lowest, companions, accepts }: Question,
) {
  const asked = [[name, version, lowest] as const].concat(
    [...companions].map(([companion, next]) => [companion, next, next] as const),
  );
  const excluded = asked.flatMap(([each, next, from]) => {
    const range = ranges[each];
    return range === undefined || accepts(range, next)
      ? []
      : [{ package: each, range, next, widened: `${range} || ^${from}` }];
  });
  return {
    reasons: excluded.map(
      (each): Reason => ({
        kind: 'range',
        message: `${each.package} ${each.range} excludes ${each.next}`,
      }),
    ),
    widened: Object.fromEntries(excluded.map((each) => [each.package, each.widened])),
  };
}

/** Judges each live version by its ranges and, if the wanted version can be fetched, by its imports and types. */
export async function judgeUses(live: LiveUses, question: Question): Promise<Judged> {
  const { manifest } = question;
  // Loaded on demand: the TypeScript compiler takes longer to load than everything else here.
  const judged = manifest
    ? await (await import('./judge-version.ts')).judgeVersion(live, question, manifest)
    : nothingKnown;
  const { from, notes, found, shellErrors } = judged;
  const uses = live.uses.map((use): JudgedUse => {
    const { reasons, widened } = judgeRanges(use, question);
    const { piece, role, version, ranges } = use;
    const range = ranges[question.name] ?? '';
    const more = role === 'previous' ? [] : (found.get(keyOf(use)) ?? []);
    return { piece, role, version, range, widened, reasons: [...reasons, ...more] };
  });
  return { from: ['ranges', ...from], notes, uses, shellErrors };
}
