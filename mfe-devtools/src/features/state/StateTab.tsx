import type { Inspection } from '@patchwork/devtools-bridge';
import { queryClientOf } from '@patchwork/state/host';
import { useAtomValue } from 'jotai';
import { memo, useEffect, useMemo, useState } from 'react';
import { Chip, Disclosure } from '../../controls.tsx';
import { describeTime } from '../../measure.ts';
import look from '../../styles.module.css';
import { preview, ValueTree } from '../../ValueTree.tsx';
import styles from './StateTab.module.css';
import { StoredValues } from './StoredValues.tsx';
import {
  type ActionRecord,
  isActionRecord,
  lastActionOn,
  listWriters,
  sharedValues,
} from './shared-state.ts';

type Store = Inspection['store'];

const POLL_INTERVAL_MS = 250;

function read(store: Store, shared: ReturnType<typeof sharedValues>[number]) {
  try {
    return { shared, value: store.get(shared) };
  } catch (error) {
    return { shared, value: error };
  }
}

const readAll = (store: Store) => sharedValues().map((shared) => read(store, shared));

/**
 * Returns the current contents of all shared values. They are polled, not subscribed to: a subscription mounts an atom,
 * and a mounted query would load data that the page does not need.
 */
function useValues(store: Store): ReturnType<typeof readAll> {
  const [values, setValues] = useState(() => readAll(store));
  useEffect(() => {
    const poll = () => setValues(readAll(store));
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [store]);
  return values;
}

interface Loading {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
}

/** Whether a value is the server's data with the state of its load: `Load` or `SyncedValue` of packages/state. */
const isLoading = (value: unknown): value is Loading =>
  typeof value === 'object' && value !== null && 'isPending' in value && 'data' in value;

/** Describes a shared value in one short line. */
function describeValue(value: unknown): string {
  if (!isLoading(value)) return preview(value);
  const { data, isPending, isError } = value;
  if (isError) return data === undefined ? 'failed' : `failed, ${preview(data)} from before`;
  return isPending ? 'loading' : preview(data);
}

interface ValueRowProps {
  readonly name: string;
  readonly value: unknown;
  /** Names of its writers, separated by commas. */
  readonly writers: string;
  /** Whether the value is a query that nothing on the page uses. */
  readonly isUnused: boolean;
  readonly lastAction: ActionRecord | undefined;
}

/** Line of a shared value. It opens to show the whole value and its writers. */
const ValueRow = memo(function ValueRow(props: ValueRowProps) {
  const { name, value, writers, isUnused, lastAction } = props;
  return (
    <Disclosure
      columns={styles.line}
      summary={
        <>
          <strong>{name}</strong>{' '}
          <span className={styles.value}>
            {isUnused ? <Chip tone="calm">Not asked for</Chip> : describeValue(value)}
          </span>{' '}
          <span className={styles.write}>
            {lastAction && (
              <>
                {lastAction.atom.debugLabel} by {lastAction.by}{' '}
                <span className={look.time}>{describeTime(lastAction.at)}</span>
              </>
            )}
          </span>
        </>
      }
    >
      {isUnused && <p>Nothing on this page uses it, so it was not loaded.</p>}
      <ValueTree name="value" value={value} />
      <p className={look.soft}>Written by {writers}.</p>
    </Disclosure>
  );
});

const SHOWN_WRITES = 20;

/**
 * Whether a value is a query that nothing on the page uses: it reads as if it were loading, although no request is on
 * its way.
 */
const isUnused = (value: unknown, store: Store): boolean =>
  isLoading(value) && value.isPending && queryClientOf(store).isFetching() === 0;

/** Shows the values that the pieces of the shop share, live, with their last writers. */
export function StateTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, writesAtom } = inspection;
  const writes = useAtomValue(writesAtom, { store });
  const records = useMemo(() => writes.filter(isActionRecord), [writes]);
  const values = useValues(store);
  return (
    <div className={`${look.stack} ${look.loose} ${styles.tab}`}>
      <section className={look.lines} aria-label="Shared values">
        {values.map(({ shared, value }) => (
          <ValueRow
            key={shared.debugLabel}
            name={shared.debugLabel}
            value={value}
            writers={listWriters(shared)}
            isUnused={isUnused(value, store)}
            lastAction={lastActionOn(shared, records)}
          />
        ))}
      </section>
      <section className={styles.writes}>
        <h3 className={look.title}>Last writes</h3>
        {records.length === 0 && <p className={look.soft}>No shared value was written yet.</p>}
        <ol>
          {records
            .slice(-SHOWN_WRITES)
            .reverse()
            .map(({ id, atom, by, at }) => (
              <li key={id} className={look.entry}>
                <span className={look.time}>{describeTime(at)}</span> {atom.debugLabel}{' '}
                <span className={look.soft}>by {by}</span>
              </li>
            ))}
        </ol>
      </section>
      <StoredValues />
    </div>
  );
}
