import type { Inspection } from '@patchwork/kit/devtools';
import { type ConditionsControl, type MockControl, sentinels } from '@patchwork/mock-server';
import { Section, Spinner, TableHead, Tabs } from '@patchwork/ui';
import { lazy, Suspense, useState } from 'react';
import { useAccess, useMockActions, useMockState } from '../../mock.ts';
import look from '../../styles.module.css';
import { Conditions, Network } from './Conditions.tsx';
import { DataBrowser } from './DataBrowser.tsx';
import styles from './MockTab.module.css';
import { TimeTravel } from './TimeTravel.tsx';

const Sentinels = () => (
  <Section title="Inputs that fail on purpose" level={3}>
    <p className={look.hint}>
      They work in every shop with this mock, with the panel closed, and in tests.
    </p>
    <table className={`${look.table} ${styles.sentinels}`}>
      <TableHead columns={['Input', 'Where', 'Effect']} />
      <tbody>
        {sentinels.map(({ input, where, effect }) => (
          <tr key={input}>
            <th scope="row">
              <code>{input}</code>
            </th>
            <td className={look.soft}>{where}</td>
            <td>{effect}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Section>
);

/** Tab for the page's mock: its conditions, clock, mails, data and history; for a real API, only its conditions. */
export function MockTab({ inspection }: { readonly inspection: Inspection }) {
  const access = useAccess(inspection);
  switch (access.kind) {
    case 'none':
      return <p>This page has neither a mock nor the conditions of a real API.</p>;
    case 'starting':
      return <Spinner label="Starting the mock" />;
    case 'failed':
      return <p role="alert">The mock could not be started: {access.reason}</p>;
    case 'mock':
      return <MockViews control={access.control} store={inspection.store} />;
    case 'api':
      return <RealApi control={access.control} />;
  }
}

const RealApi = ({ control }: { readonly control: ConditionsControl }) => (
  <div className={`${look.stack} ${styles.tab}`}>
    <p className={look.hint}>
      This shop talks to a real API: there is no mock here. What is set here happens in this page,
      on the way to the API.
    </p>
    <Network control={control} />
  </div>
);

interface MockViewsProps {
  readonly control: MockControl;
  readonly store: Inspection['store'];
}

type View = 'conditions' | 'time' | 'data' | 'changes' | 'sentinels';

const loadTimeView = () =>
  lazy(() => import('./TimeView.tsx').then(({ TimeView }) => ({ default: TimeView })));

function MockViews({ control, store }: MockViewsProps) {
  const [view, setView] = useState<View>('conditions');
  const [TimeView] = useState(loadTimeView);
  const state = useMockState(control);
  const { message, setMessage, actions } = useMockActions(control, store);
  return (
    <div className={`${look.stack} ${styles.tab}`}>
      <Tabs<View>
        label="Parts of the mock"
        variant="section"
        selected={view}
        onSelect={(next) => {
          setView(next);
          setMessage('');
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
            panel: <Conditions control={control} scenario={state.scenario} play={actions.play} />,
          },
          {
            id: 'time',
            title: 'Time and mails',
            panel: (
              <Suspense fallback={<Spinner label="Loading" />}>
                <TimeView control={control} state={state} actions={actions} />
              </Suspense>
            ),
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
