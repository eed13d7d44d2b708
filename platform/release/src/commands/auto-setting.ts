import { UsageError } from '../errors.ts';
import { settingKey } from '../health/visit-counts.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import type { MoveRecord } from '../release-folder/history.ts';
import { remoteIn } from '../release-folder/registry.ts';
import { type Look, lookAt, type Plan, type Subject, WORSE } from './auto-canary.ts';
import { runningSetting } from './health.ts';
import { set, unset, valueIn } from './set.ts';

/** Describes how the last value of a setting ended; undefined if none was ever set. */
function lastEnd(id: string, setting: string, records: readonly MoveRecord[]): Look | undefined {
  const ends = records.flatMap(({ pieces, command, reason = command }) => {
    const { from, to } = pieces.find(({ name }) => name === id) ?? {};
    const [was, is] = [from?.values?.[setting], to?.values?.[setting]];
    return was && !is ? [{ was, reason }] : [];
  });
  const last = ends.at(-1);
  if (!last) return undefined;
  const { was, reason } = last;
  return {
    ...{ name: id, version: settingKey(setting, was.value), isSetting: true, percent: 0, reason },
    state: reason.startsWith(WORSE) ? 'stopped' : 'ended',
  };
}

/**
 * Looks once at a setting with a value for a share of the visitors, and makes the move that the tests call for, as
 * lookAtCanary does: it grows the share, or gives all visitors the default again. Throws a UsageError if no value was
 * ever set.
 */
export function lookAtSetting(
  context: ReleaseContext,
  plan: Plan,
  setting: string,
  now = Date.now(),
): Promise<Look> {
  const { id, steps } = plan;
  const subject: Subject<ReturnType<typeof valueIn>> = {
    ...{ isSetting: true, others: 'without it' },
    running: (document, records) => runningSetting(document, records, id, setting),
    present: (document) => valueIn(remoteIn(document, id), setting),
    lastEnd: (records) => lastEnd(id, setting, records),
    missing: () =>
      new UsageError(
        `${setting} of ${id} has its default: “patchwork set ${id} ${setting} true --share ${steps[0]}” sets a value`,
      ),
    async setShare(by, percent, expected) {
      const target = { id, setting, expected };
      await (percent === 0 ? unset(by, target) : set(by, { ...target, percent }));
    },
  };
  return lookAt(context, plan, subject, now);
}
