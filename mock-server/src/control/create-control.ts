import { ok } from '@patchwork/domain';
import type { MockControl } from './control.ts';
import { createRowEdits } from './edit-rows.ts';
import type { Failures } from './failures.ts';
import { settingsOf, tablesOf } from './scenarios.ts';
import { checkSettings } from './settings.ts';
import { createSnapshot, readSnapshot } from './snapshot.ts';
import type { StateManager, StateOptions } from './state.ts';

/** What devtools operate. */
export const createControl = (
  state: StateManager,
  failures: Failures,
  options: StateOptions,
): MockControl => ({
  read: state.read,
  subscribe: state.subscribe,
  ...createRowEdits(state),
  ...createSettingsControl(state, failures, options),
  reset: () => {
    const checkpoint = state.checkpoint();
    state.replace('Reset', { ...checkpoint, tables: tablesOf(checkpoint.scenario) });
  },
  goBack: (change) => {
    const checkpoint = state.checkpointAfter(change);
    if (checkpoint) state.replace(`Went back to ${change}`, checkpoint);
  },
});

const sessionsEndedBy = (scenario: string): number =>
  scenario === 'expired-session' ? Date.now() : 0;

/** Each change of what decides which calls fail restarts their count. */
const createSettingsControl = (
  state: StateManager,
  failures: Failures,
  { defaults }: StateOptions,
): Pick<MockControl, 'changeSettings' | 'playScenario' | 'exportSnapshot' | 'importSnapshot'> => ({
  changeSettings: (settings) => {
    const checked = checkSettings({ ...state.read().settings, ...settings });
    if (!checked.ok) return checked;
    if ('seed' in settings || 'failures' in settings) failures.restart();
    state.setSettings(checked.value);
    return ok(undefined);
  },
  playScenario: (scenario) => {
    failures.restart();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    const checkpoint = { tables: tablesOf(scenario), scenario, sessionsEndedAt };
    state.replace(`Played ${scenario}`, checkpoint, settingsOf(scenario, defaults));
  },
  exportSnapshot: () => createSnapshot(state.checkpoint(), state.read().settings),
  importSnapshot: (input) => {
    const snapshot = readSnapshot(input);
    if (!snapshot.ok) return snapshot;
    const { tables, scenario, settings } = snapshot.value;
    failures.restart();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    state.replace('Imported a snapshot', { tables, scenario, sessionsEndedAt }, settings);
    return ok(undefined);
  },
});
