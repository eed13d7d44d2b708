import type { Inspection } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import type { Mock, ScenarioName, TableName } from '@patchwork/mock-server';
import { useMemo, useState } from 'react';
import { refreshShop } from '../../refreshShop.ts';
import { scenarios } from '../../scenarios.ts';

type Outcome = Result<void, readonly string[]>;

/** The control's verbs that change data: after each, the shop shows it. */
export interface MockActions {
  readonly play: (scenario: ScenarioName) => void;
  readonly goBack: (snapshot: number) => void;
  readonly reset: () => void;
  readonly edit: (table: TableName, id: string, row: unknown) => Outcome;
  readonly add: (table: TableName, row: unknown) => Outcome;
  readonly remove: (table: TableName, id: string) => void;
}

/** `news` says what was done last. */
export function useMockActions({ control, reset }: Mock, store: Inspection['store']) {
  const [news, setNews] = useState('');
  const steering = useMemo((): MockActions => {
    const done = (text: string) => {
      void refreshShop(store);
      setNews(text);
    };
    const unlessRefused = (outcome: Outcome, text: string): Outcome => {
      if (outcome.ok) done(text);
      return outcome;
    };
    return {
      play: (scenario) => {
        control.playScenario(scenario);
        done(`“${scenarios[scenario].title}” is in force.`);
      },
      goBack: (snapshot) => {
        control.goBack(snapshot);
        done('The data is as it was then.');
      },
      reset: () => {
        reset();
        done('Every change of the data is forgotten.');
      },
      edit: (table, id, row) =>
        unlessRefused(control.editRow(table, id, row), `${table}/${id} saved.`),
      add: (table, row) =>
        unlessRefused(control.addRow(table, row), `A row was added to ${table}.`),
      remove: (table, id) => {
        control.removeRow(table, id);
        done(`${table}/${id} deleted.`);
      },
    };
  }, [control, reset, store]);
  return { news, forgetNews: () => setNews(''), steering };
}
