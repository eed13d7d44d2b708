import type { EndpointName } from '@patchwork/api';
import { ok } from '@patchwork/domain';
import type { Database } from '../data/database.ts';
import type { Failure, MockControl } from './control.ts';
import { createRowEdits } from './edit-rows.ts';
import { createFailures } from './failures.ts';
import { settingsOf, tablesOf } from './scenarios.ts';
import { checkSettings } from './settings.ts';
import { createSnapshot, readSnapshot } from './snapshot.ts';
import { createStateManager, type StateManager, type StateOptions } from './state.ts';

/** What the control decides about each call. */
export interface CallRules {
  /** How this call fails on purpose, if it does. To be asked once for each call. */
  failureOf: (name: EndpointName) => Failure | undefined;
  /** Tokens issued before it are refused: milliseconds since 1970. */
  sessionsEndedAt: () => number;
  /** To be called when a call, or without a cause another tab, may have changed the users. */
  recordChange: (cause?: string) => void;
}

export interface ControlledMock extends CallRules {
  readonly control: MockControl;
  /** Restores the scenario's rows. Scenario and settings stay. */
  reset: () => void;
}

export function createControl(database: Database, options: StateOptions): ControlledMock {
  const state = createStateManager(database, options);
  const failures = createFailures();
  const { read, subscribe, recordChange } = state;
  return {
    failureOf: (name) => failures.next(name, read().settings),
    sessionsEndedAt: () => state.checkpoint().sessionsEndedAt,
    recordChange,
    reset: () => {
      const checkpoint = state.checkpoint();
      state.replace('Reset', { ...checkpoint, tables: tablesOf(checkpoint.scenario) });
    },
    control: {
      read,
      subscribe,
      ...createRowEdits(state),
      ...createSettingsControl(state, failures.restart, options),
      goBack: (change) => {
        const checkpoint = state.checkpointAfter(change);
        if (checkpoint) state.replace(`Went back to ${change}`, checkpoint);
      },
    },
  };
}

const sessionsEndedBy = (scenario: string): number =>
  scenario === 'expired-session' ? Date.now() : 0;

/** Each change of what decides which calls fail restarts their count. */
const createSettingsControl = (
  state: StateManager,
  restartFailures: () => void,
  { defaults }: StateOptions,
): Pick<MockControl, 'changeSettings' | 'playScenario' | 'exportSnapshot' | 'importSnapshot'> => ({
  changeSettings: (settings) => {
    const checked = checkSettings({ ...state.read().settings, ...settings });
    if (!checked.ok) return checked;
    if ('seed' in settings || 'failures' in settings) restartFailures();
    state.setSettings(checked.value);
    return ok(undefined);
  },
  playScenario: (scenario) => {
    restartFailures();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    const checkpoint = { tables: tablesOf(scenario), scenario, sessionsEndedAt };
    state.replace(`Played ${scenario}`, checkpoint, settingsOf(scenario, defaults));
  },
  exportSnapshot: () => createSnapshot(state.checkpoint(), state.read().settings),
  importSnapshot: (input) => {
    const snapshot = readSnapshot(input);
    if (!snapshot.ok) return snapshot;
    const { tables, scenario, settings } = snapshot.value;
    restartFailures();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    state.replace('Imported a snapshot', { tables, scenario, sessionsEndedAt }, settings);
    return ok(undefined);
  },
});
