import type { Inspection } from '@patchwork/devtools-bridge';
import type { Mock } from '@patchwork/mock-server';
import { useState } from 'react';
import { useMockState } from '../../useMock.ts';
import { Conditions } from './Conditions.tsx';
import { DataBrowser } from './DataBrowser.tsx';
import styles from './MockTab.module.css';
import { Segments } from './Segments.tsx';
import { Sentinels } from './Sentinels.tsx';
import { TimeTravel } from './TimeTravel.tsx';
import { useMockActions } from './useSteering.ts';
import { type View, viewNames, views } from './views.ts';

interface RunningMockProps {
  readonly mock: Mock;
  readonly store: Inspection['store'];
}

export function RunningMock({ mock, store }: RunningMockProps) {
  const [view, setView] = useState<View>('conditions');
  const state = useMockState(mock.control);
  const { news, forgetNews, steering } = useMockActions(mock, store);
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Segments
          legend="Part of the mock"
          options={viewNames.map((name) => ({ value: name, label: views[name] }))}
          value={view}
          onChange={(next) => {
            setView(next);
            forgetNews();
          }}
        />
        <p role="status" className={styles.news}>
          {news}
        </p>
      </div>
      {view === 'conditions' && (
        <Conditions state={state} control={mock.control} play={steering.play} />
      )}
      {view === 'data' && <DataBrowser tables={state.tables} steering={steering} />}
      {view === 'past' && <TimeTravel state={state} goBack={steering.goBack} />}
      {view === 'sentinels' && <Sentinels />}
    </div>
  );
}
