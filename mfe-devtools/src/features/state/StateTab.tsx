import type { Inspection } from '@patchwork/devtools-bridge';
import { queryClientOf } from '@patchwork/state/host';
import { useAtomValue } from 'jotai';
import { memo, useEffect, useMemo, useState } from 'react';
import { Chip, Facts } from '../../controls.tsx';
import disclosure from '../../Disclosure.module.css';
import { describeTime } from '../../measure.ts';
import { preview, ValueTree } from '../../ValueTree.tsx';
import words from '../../Words.module.css';
import styles from './StateTab.module.css';
import {
  type ActionRecord,
  isActionRecord,
  lastActionOn,
  listWriters,
  sharedValues,
} from './shared-state.ts';
import { storedEntries, useDeclaredStores } from './stored-values.ts';

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
 * Shared values with what they hold now, by name. They are polled instead of subscribed to: a
 * subscription mounts an atom, and a mounted query loads what the page does not need.
 */
function useValues(store: Store): ReturnType<typeof readAll> {
  const [values, setValues] = useState(() => readAll(store));
  useEffect(() => {
    const poll = () =>
      setValues((before) => {
        const now = readAll(store);
        const isSame =
          now.length === before.length &&
          now.every(
            ({ shared, value }, index) =>
              shared === before[index]?.shared && Object.is(value, before[index].value),
          );
        return isSame ? before : now;
      });
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

/** Something the server knows, as far as it is loaded: the `Load` and `ListLoad` of packages/state. */
const isLoading = (value: unknown): value is Loading =>
  typeof value === 'object' && value !== null && 'isPending' in value && 'data' in value;

/** A shared value in one short line. */
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
  /** A query that nothing on the page uses. */
  readonly isUnused: boolean;
  readonly lastAction: ActionRecord | undefined;
}

/** A shared value in a line; opened, all of it and who may write it. */
const ValueRow = memo(function ValueRow(props: ValueRowProps) {
  const { name, value, writers, isUnused, lastAction } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={disclosure.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`${disclosure.summary} ${styles.summary}`}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.value}>
          {isUnused ? <Chip tone="calm">Not asked for</Chip> : describeValue(value)}
        </span>{' '}
        <span className={styles.write}>
          {lastAction && (
            <>
              {lastAction.atom.debugLabel} by {lastAction.by}{' '}
              <span className={styles.time}>{describeTime(lastAction.at)}</span>
            </>
          )}
        </span>
      </summary>
      {isOpen && (
        <div className={styles.body}>
          {isUnused && <p>Nothing on this page uses it, so it was not loaded.</p>}
          <ValueTree name="value" value={value} isOpen />
          <p className={words.soft}>Written by {writers}.</p>
        </div>
      )}
    </details>
  );
});

/** Lists the values that pieces store in this browser, with their declared purpose. The session's token is left out. */
export function StoredValues() {
  const declared = useDeclaredStores();
  const entries = storedEntries();
  return (
    <section className={styles.stored} aria-label="Stored in this browser">
      <h3 className={styles.title}>Stored in this browser</h3>
      {entries.length === 0 && <p className={words.soft}>Nothing is stored.</p>}
      <Facts
        facts={entries.map(({ key, name, scope, characters }) => {
          const { id, purpose } = declared.get(name) ?? {};
          const size = `${characters.toLocaleString('en')} characters`;
          return [
            key,
            `of ${scope}, ${size}, by ${id ?? 'the shop'}`,
            ...(purpose ? [purpose] : []),
          ];
        })}
      />
    </section>
  );
}

const SHOWN_WRITES = 20;

/**
 * A query that nothing on the page uses reads as if it were loading, although no request is on its
 * way.
 */
const isUnused = (value: unknown, store: Inspection['store']): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'isPending' in value &&
  value.isPending === true &&
  queryClientOf(store).isFetching() === 0;

/** Shows the values that the pieces of the shop share, live, with their last writers. */
export function StateTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, writesAtom } = inspection;
  const writes = useAtomValue(writesAtom, { store });
  const records = useMemo(() => writes.filter(isActionRecord), [writes]);
  const values = useValues(store);
  return (
    <div className={styles.tab}>
      <section className={styles.values} aria-label="Shared values">
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
        <h3 className={styles.title}>Last writes</h3>
        {records.length === 0 && <p className={words.soft}>No shared value was written yet.</p>}
        <ol>
          {records
            .slice(-SHOWN_WRITES)
            .reverse()
            .map(({ id, atom, by, at }) => (
              <li key={id}>
                <span className={`${words.time} ${styles.writeTime}`}>{describeTime(at)}</span>{' '}
                {atom.debugLabel} <span className={words.soft}>by {by}</span>
              </li>
            ))}
        </ol>
      </section>
      <StoredValues />
    </div>
  );
}
