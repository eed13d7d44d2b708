import * as v from 'valibot';
import { applyDifference } from '../data/apply-difference.ts';
import { replayableDifference } from '../data/difference.ts';
import type { MockSettings } from './control.ts';
import type { Moment } from './history.ts';
import { baseOf } from './scenarios.ts';
import { parcelSchema } from './snapshot.ts';

/** The version is part of the key: what another mock has kept is not read. */
const steeringKey = 'patchwork.mock.steering.v1';

const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ ...parcelSchema.entries, sessionsEndedAt: v.number() }),
);

export interface Kept {
  /** Its users are the scenario's: the real ones are kept for all tabs, elsewhere. */
  readonly moment: Moment;
  readonly settings: MockSettings;
}

/** What this tab has kept. What cannot be read is nothing. */
export function readKept(tab: Storage | undefined): Kept | undefined {
  try {
    const parsed = v.safeParse(keptSchema, tab?.getItem(steeringKey));
    if (!parsed.success) return undefined;
    const { scenario, settings, difference: steps, sessionsEndedAt } = parsed.output;
    const tables = applyDifference(baseOf(scenario), steps);
    if (!tables.ok) return undefined;
    const moment = { tables: tables.value, scenario, sessionsEndedAt };
    return { moment, settings };
  } catch {
    return undefined;
  }
}

/**
 * Keeps products and categories for as long as the tab lives, and users not at all. A tab that
 * steers nothing keeps nothing, so that its mock starts as anywhere else.
 */
export function keep(
  tab: Storage | undefined,
  { tables, scenario, sessionsEndedAt }: Moment,
  settings: MockSettings,
  plain: MockSettings,
): void {
  const base = baseOf(scenario);
  const steps = replayableDifference(base, { ...tables, users: base.users });
  const isSteered = scenario !== 'sample' || settings !== plain || steps.length > 0;
  try {
    tab?.removeItem(steeringKey);
    if (!isSteered) return;
    tab?.setItem(
      steeringKey,
      JSON.stringify({ scenario, settings, difference: steps, sessionsEndedAt }),
    );
  } catch {
    // Full or refused: the steering lives on in memory until the page is left.
  }
}
