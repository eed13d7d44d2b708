import type { Inspection } from '@patchwork/devtools-bridge';
import type { PathTo } from '@patchwork/domain';
import {
  type ConditionsControl,
  type MockControl,
  type Sentinel,
  sentinels,
} from '@patchwork/mock-server';
import { pathToAtom } from '@patchwork/shop';
import { Section, Spinner, Tabs } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { CopyButton } from '../../controls.tsx';
import { useAccess, useMockActions, useMockState } from '../../mock.ts';
import look from '../../styles.module.css';
import { Conditions, Network } from './Conditions.tsx';
import { DataBrowser } from './DataBrowser.tsx';
import styles from './MockTab.module.css';
import { TimeTravel } from './TimeTravel.tsx';

/** Returns the text to copy and, unless it is an email, the address of a page that shows the effect. */
function exampleOf({ input, where }: Sentinel, pathTo: PathTo) {
  if (where.startsWith('Product id')) {
    return { text: input, address: pathTo('product', { productId: input }) };
  }
  if (!where.includes('?mock=')) return { text: input, address: undefined };
  const query = `?mock=${input.replace('<call>', 'listProducts')}`;
  return { text: query, address: window.location.pathname + query };
}

/** Inputs that make the mock fail, in tests and by hand. */
function Sentinels() {
  return (
    <Section title="Inputs that fail on purpose" level={3}>
      <p className={look.hint}>
        They work in every shop with this mock, with the panel closed, and in tests.
      </p>
      <ul>
        {sentinels.map((sentinel) => (
          <SentinelEntry key={sentinel.input} sentinel={sentinel} />
        ))}
      </ul>
    </Section>
  );
}

function SentinelEntry({ sentinel }: { readonly sentinel: Sentinel }) {
  const { text, address } = exampleOf(sentinel, useAtomValue(pathToAtom));
  return (
    <li className={`${look.entry} ${styles.sentinel}`}>
      <code className={look.code}>{sentinel.input}</code>
      <div>
        <p>{sentinel.effect}</p>
        <p className={look.soft}>{sentinel.where}</p>
      </div>
      <div className={look.row}>
        {address !== undefined && (
          <a className={styles.link} href={address}>
            Try {address}
          </a>
        )}
        <CopyButton text={text}>
          Copy<span className="visually-hidden"> {text}</span>
        </CopyButton>
      </div>
    </li>
  );
}

/** Shows and changes the page's mock: its conditions, its data and earlier states. */
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

type View = 'conditions' | 'data' | 'changes' | 'sentinels';

function MockViews({ control, store }: MockViewsProps) {
  const [view, setView] = useState<View>('conditions');
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
