import type { Inspection } from '@patchwork/devtools-bridge';
import type { Mock } from '@patchwork/mock-server';
import { Spinner, Tabs } from '@patchwork/ui';
import { useState } from 'react';
import { useMock, useMockState } from '../../useMock.ts';
import { Conditions } from './Conditions.tsx';
import { DataBrowser } from './DataBrowser.tsx';
import styles from './MockTab.module.css';
import { Sentinels } from './Sentinels.tsx';
import { TimeTravel } from './TimeTravel.tsx';
import { useMockActions } from './useMockActions.ts';

/** Shows and changes the page's mock: its conditions, its data and earlier states. */
export function MockTab({ inspection }: { readonly inspection: Inspection }) {
  const access = useMock(inspection);
  switch (access.kind) {
    case 'none':
      return <p className={styles.note}>This shop talks to a real API: there is no mock here.</p>;
    case 'starting':
      return <Spinner label="Starting the mock" />;
    case 'failed':
      return (
        <p role="alert" className={styles.note}>
          The mock could not be started: {access.reason}
        </p>
      );
    case 'running':
      return <MockViews mock={access.mock} store={inspection.store} />;
  }
}

interface MockViewsProps {
  readonly mock: Mock;
  readonly store: Inspection['store'];
}

type View = 'conditions' | 'data' | 'changes' | 'sentinels';

function MockViews({ mock, store }: MockViewsProps) {
  const [view, setView] = useState<View>('conditions');
  const state = useMockState(mock.control);
  const { message, clearMessage, actions } = useMockActions(mock, store);
  const panels = {
    conditions: <Conditions state={state} control={mock.control} play={actions.play} />,
    data: <DataBrowser tables={state.tables} actions={actions} />,
    changes: <TimeTravel changes={state.changes} goBack={actions.goBack} />,
    sentinels: <Sentinels />,
  };
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
          { id: 'conditions', title: 'Conditions', panel: panels.conditions },
          { id: 'data', title: 'Data', panel: panels.data },
          { id: 'changes', title: 'Time travel', panel: panels.changes },
          { id: 'sentinels', title: 'Sentinels', panel: panels.sentinels },
        ]}
      />
    </div>
  );
}
