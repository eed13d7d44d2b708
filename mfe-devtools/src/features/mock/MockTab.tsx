import type { Inspection } from '@patchwork/devtools-bridge';
import type { PathTo } from '@patchwork/domain';
import { type Mock, type Sentinel, sentinels } from '@patchwork/mock-server';
import { pathToAtom } from '@patchwork/shop';
import { Section, Spinner, Tabs } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { CopyButton } from '../../controls.tsx';
import { useMock, useMockState } from '../../mock.ts';
import words from '../../Words.module.css';
import { Conditions } from './Conditions.tsx';
import { DataBrowser } from './DataBrowser.tsx';
import styles from './MockTab.module.css';
import { TimeTravel } from './TimeTravel.tsx';
import { useMockActions } from './useMockActions.ts';

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
      <p className={styles.hint}>
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
    <li className={styles.sentinel}>
      <code className={words.code}>{sentinel.input}</code>
      <div>
        <p>{sentinel.effect}</p>
        <p className={words.soft}>{sentinel.where}</p>
      </div>
      <div className={styles.actions}>
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
