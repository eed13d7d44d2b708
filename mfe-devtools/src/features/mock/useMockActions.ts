import type { Inspection } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import type { Mock, ScenarioName, TableName } from '@patchwork/mock-server';
import { useMemo, useState } from 'react';
import { scenarios } from '../../mock.ts';
import { refreshShop } from '../../refreshShop.ts';

type Outcome = Result<void, readonly string[]>;

/**
 * The mock's actions that change data, and a message about the last one. After each, the shop loads its
 * data again.
 */
export function useMockActions({ control }: Mock, store: Inspection['store']) {
  const [message, setMessage] = useState('');
  const actions = useMemo(() => {
    function done(text: string): void {
      void refreshShop(store);
      setMessage(text);
    }
    function doneIfAccepted(outcome: Outcome, text: string): Outcome {
      if (outcome.ok) done(text);
      return outcome;
    }
    return {
      play(scenario: ScenarioName) {
        control.playScenario(scenario);
        done(`“${scenarios[scenario].title}” is in force.`);
      },
      goBack(change: number) {
        control.goBack(change);
        done('The data is as it was then.');
      },
      reset() {
        control.reset();
        done('Every change of the data is undone.');
      },
      edit: (table: TableName, id: string, row: unknown) =>
        doneIfAccepted(control.editRow(table, id, row), `${table}/${id} saved.`),
      add: (table: TableName, row: unknown) =>
        doneIfAccepted(control.addRow(table, row), `A row was added to ${table}.`),
      remove(table: TableName, id: string) {
        control.removeRow(table, id);
        done(`${table}/${id} deleted.`);
      },
    };
  }, [control, store]);
  return { message, clearMessage: () => setMessage(''), actions };
}

export type MockActions = ReturnType<typeof useMockActions>['actions'];
