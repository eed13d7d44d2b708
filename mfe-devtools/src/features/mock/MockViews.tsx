import type { Inspection } from '@patchwork/devtools-bridge';
import type { Mock } from '@patchwork/mock-server';
import { Tabs } from '@patchwork/ui';
import { useState } from 'react';
import { useMockState } from '../../useMock.ts';
import { Conditions } from './Conditions.tsx';
import { DataBrowser } from './DataBrowser.tsx';
import styles from './MockTab.module.css';
import { Sentinels } from './Sentinels.tsx';
import { TimeTravel } from './TimeTravel.tsx';
import { useMockActions } from './useMockActions.ts';

interface MockViewsProps {
  readonly mock: Mock;
  readonly store: Inspection['store'];
}

type View = 'conditions' | 'data' | 'changes' | 'sentinels';

export function MockViews({ mock, store }: MockViewsProps) {
  const [view, setView] = useState<View>('conditions');
  const state = useMockState(mock.control);
  const { message, clearMessage, actions } = useMockActions(mock, store);
  return (
    <div className={styles.tab}>
      <Tabs<View>
        label="Parts of the mock"
        variant="section"
        selected={view}
        onSelect={(next) => {
          setView(next);
          clearMessage();
        }}
        end={
          <p role="status" className={styles.message}>
            {message}
          </p>
        }
        tabs={[
          {
            id: 'conditions',
            title: 'Conditions',
            panel: <Conditions state={state} control={mock.control} play={actions.play} />,
          },
          {
            id: 'data',
            title: 'Data',
            panel: <DataBrowser tables={state.tables} actions={actions} />,
          },
          {
            id: 'changes',
            title: 'Time travel',
            panel: <TimeTravel changes={state.changes} goBack={actions.goBack} />,
          },
          { id: 'sentinels', title: 'Sentinels', panel: <Sentinels /> },
        ]}
      />
    </div>
  );
}
