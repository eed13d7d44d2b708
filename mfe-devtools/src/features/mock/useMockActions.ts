import type { Inspection } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import type { Mock, ScenarioName, TableName } from '@patchwork/mock-server';
import { useMemo, useState } from 'react';
import { refreshShop } from '../../refreshShop.ts';
import { scenarios } from '../../scenarios.ts';

type Outcome = Result<void, readonly string[]>;

/** The mock's actions that change data. After each, the shop loads its data again. */
export interface MockActions {
  readonly play: (scenario: ScenarioName) => void;
  readonly goBack: (change: number) => void;
  readonly reset: () => void;
  readonly edit: (table: TableName, id: string, row: unknown) => Outcome;
  readonly add: (table: TableName, row: unknown) => Outcome;
  readonly remove: (table: TableName, id: string) => void;
}

/** The actions, and a message about the last one. */
export function useMockActions({ control, reset }: Mock, store: Inspection['store']) {
  const [message, setMessage] = useState('');
  const actions = useMemo((): MockActions => {
    function done(text: string): void {
      void refreshShop(store);
      setMessage(text);
    }
    function doneIfAccepted(outcome: Outcome, text: string): Outcome {
      if (outcome.ok) done(text);
      return outcome;
    }
    return {
      play: (scenario) => {
        control.playScenario(scenario);
        done(`“${scenarios[scenario].title}” is in force.`);
      },
      goBack: (change) => {
        control.goBack(change);
        done('The data is as it was then.');
      },
      reset: () => {
        reset();
        done('Every change of the data is undone.');
      },
      edit: (table, id, row) =>
        doneIfAccepted(control.editRow(table, id, row), `${table}/${id} saved.`),
      add: (table, row) =>
        doneIfAccepted(control.addRow(table, row), `A row was added to ${table}.`),
      remove: (table, id) => {
        control.removeRow(table, id);
        done(`${table}/${id} deleted.`);
      },
    };
  }, [control, reset, store]);
  return { message, clearMessage: () => setMessage(''), actions };
}
