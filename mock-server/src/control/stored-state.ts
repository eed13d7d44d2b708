import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';
import { applyDifference } from '../data/apply-difference.ts';
import { replayableDifference } from '../data/difference.ts';
import type { Checkpoint, MockSettings } from './control.ts';
import { tablesOf } from './scenarios.ts';
import { snapshotSchema } from './snapshot.ts';

declare global {
  interface PatchworkStores {
    'mock-state': 'tab';
  }
}

const stored = createStoredValue({
  name: 'mock-state',
  version: 1,
  parse: v.parser(v.strictObject({ ...snapshotSchema.entries, sessionsEndedAt: v.number() })),
  scope: 'tab',
});

/** What this tab has stored. Its users are the scenario's: the real ones are stored for all tabs. */
export function readState() {
  const state = stored.read();
  if (!state) return undefined;
  const tables = applyDifference(tablesOf(state.scenario), state.difference);
  return tables.ok ? { ...state, tables: tables.value } : undefined;
}

/**
 * Stores all but the users. Where everything is as at the start, nothing is stored: the mock then
 * starts with the page's own defaults.
 */
export function writeState(
  { tables, scenario, sessionsEndedAt }: Checkpoint,
  settings: MockSettings,
  defaults: MockSettings,
): void {
  const base = tablesOf(scenario);
  const steps = replayableDifference(base, { ...tables, users: base.users });
  // A write that fails must not leave an older state behind.
  stored.remove();
  if (scenario === 'sample' && settings === defaults && steps.length === 0) return;
  stored.write({ scenario, settings, difference: steps, sessionsEndedAt });
}
