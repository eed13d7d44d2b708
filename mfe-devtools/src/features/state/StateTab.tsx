import { err, ok } from '@patchwork/domain';
import type { Inspection } from '@patchwork/kit/devtools';
import { queryClientOf } from '@patchwork/shop/state/host';
import { type Atom, useAtomValue, type WritableAtom } from 'jotai';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Chip, Choice, Disclosure, SmallButton } from '../../controls.tsx';
import { JsonEditor } from '../../JsonEditor.tsx';
import { JsonTree } from '../../JsonTree.tsx';
import { createWordFilter } from '../../match-words.ts';
import { counted, describeTime, formatCount } from '../../measure.ts';
import { preview, previewPart } from '../../preview.ts';
import look from '../../styles.module.css';
import { changesBetween, shapeProblem } from './changes.ts';
import { RunAction } from './RunAction.tsx';
import { ServerData } from './ServerData.tsx';
import styles from './StateTab.module.css';
import { StoredValues } from './StoredValues.tsx';
import {
  type Action,
  actionsOf,
  isSharedWrite,
  lastWriteOn,
  listWriters,
  type SharedWrite,
  sharedValues,
} from './shared-state.ts';

type Store = Inspection['store'];

const POLL_INTERVAL_MS = 250;

interface Reading {
  readonly shared: ReturnType<typeof sharedValues>[number];
  readonly value: unknown;
}

function read(store: Store, shared: Reading['shared']): Reading {
  try {
    return { shared, value: store.get(shared) };
  } catch (error) {
    return { shared, value: error };
  }
}

const readAll = (store: Store) => ({
  readings: sharedValues().map((shared) => read(store, shared)),
  isFetching: queryClientOf(store).isFetching() > 0,
});

type State = ReturnType<typeof readAll>;

const isSame = (one: State, other: State): boolean =>
  one.isFetching === other.isFetching &&
  one.readings.length === other.readings.length &&
  one.readings.every(({ shared, value }, index) => {
    const each = other.readings[index];
    return each?.shared === shared && Object.is(each.value, value);
  });

/**
 * Returns the current contents of all shared values. Polls instead of subscribing: a subscription would mount atoms,
 * and a mounted query would load data that the page doesn't need.
 */
function useValues(store: Store): State {
  const [state, setState] = useState(() => readAll(store));
  useEffect(() => {
    const poll = () => {
      const next = readAll(store);
      setState((before) => (isSame(before, next) ? before : next));
    };
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [store]);
  return state;
}

interface Loading {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
}

/** Whether a value is server data with its loading state: `Load` or `SyncedValue` of the shared state. */
const isLoading = (value: unknown): value is Loading =>
  typeof value === 'object' && value !== null && 'isPending' in value && 'data' in value;

/** Formats a shared value as one short line. */
function describeValue(value: unknown): string {
  if (!isLoading(value)) return preview(value);
  const { data, isPending, isError } = value;
  if (isError) return data === undefined ? 'failed' : `failed, ${preview(data)} from before`;
  return isPending ? 'loading' : preview(data);
}

/** Returns the data of a loading state; any other value unchanged. */
const dataOf = (value: unknown): unknown => (isLoading(value) ? value.data : value);

const MAX_CHANGES = 20;

/** List of what has changed in a value since the mark was set. */
function Changes({ changes, since }: Pick<ValueRowProps, 'changes' | 'since'>) {
  const unlisted = changes.length - MAX_CHANGES;
  return (
    <section>
      <h4>Changed since {describeTime(since)}</h4>
      <ul>
        {changes.slice(0, MAX_CHANGES).map(({ path, before, after }) => {
          const name = path.slice(path.lastIndexOf('.') + 1);
          return (
            <li key={path} className={look.wrap}>
              <code>{path || 'value'}</code> was <code>{previewPart(name, before)}</code>, is{' '}
              <code>{previewPart(name, after)}</code>
            </li>
          );
        })}
      </ul>
      {unlisted > 0 && <p>and {formatCount(unlisted)} more that are not listed</p>}
    </section>
  );
}

interface EditValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly onSave: (value: unknown) => void;
}

/** Form that edits a value as JSON. Refuses JSON of another shape. */
function EditValue({ name, value, onSave }: EditValueProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [message, setMessage] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  function open() {
    setMessage('');
    setIsOpen(true);
  }
  function save(edited: unknown) {
    const problem = shapeProblem([value], [edited]);
    if (problem) return err([problem]);
    onSave(edited);
    setMessage('Saved for this page, until the shop loads or writes it again.');
    return ok(undefined);
  }
  function close() {
    flushSync(() => setIsOpen(false));
    button.current?.focus();
  }
  return isOpen ? (
    <JsonEditor
      title={name}
      label="The value as JSON"
      initial={value}
      action="Save"
      save={save}
      onClose={close}
    />
  ) : (
    <div className={look.row}>
      <SmallButton ref={button} onClick={open}>
        Edit {name}
      </SmallButton>
      <span role="status">{message}</span>
    </div>
  );
}

interface ValueRowProps {
  readonly name: string;
  readonly value: unknown;
  readonly changes: ReturnType<typeof changesBetween>;
  /** Time when the mark was set, in milliseconds since 1970. */
  readonly since: number;
  readonly actions: readonly Action[];
  readonly store: Store;
  /** Writes the value; undefined if its atom is read-only. */
  readonly write: ((value: unknown) => void) | undefined;
  /** Names of the value's writers, separated by commas. */
  readonly writers: string;
  /** Whether the value is a query that nothing on the page uses. */
  readonly isUnused: boolean;
  readonly lastWrite: SharedWrite | undefined;
}

/** Line of a shared value, which opens to show the whole value and its writers. */
const ValueRow = memo(function ValueRow(props: ValueRowProps) {
  const { name, value, changes, since, write, writers, actions, store, isUnused, lastWrite } =
    props;
  const data = dataOf(value);
  return (
    <Disclosure
      id={`state ${name}`}
      columns={styles.line}
      summary={
        <>
          <strong>{name}</strong>{' '}
          <span className={styles.value}>
            {isUnused ? <Chip tone="calm">Not asked for</Chip> : describeValue(value)}{' '}
            {changes.length > 0 && (
              <Chip tone="busy">{counted(changes.length, 'change', 'changes')}</Chip>
            )}
          </span>{' '}
          <span className={styles.write}>
            {lastWrite && (
              <>
                {lastWrite.atom.debugLabel} by {lastWrite.by}{' '}
                <span className={look.time}>{describeTime(lastWrite.at)}</span>
              </>
            )}
          </span>
        </>
      }
    >
      {isUnused && <p>Nothing on this page uses it, so it was not loaded.</p>}
      {changes.length > 0 && <Changes changes={changes} since={since} />}
      <JsonTree label="value" value={value} />
      <p className={look.soft}>
        Written by {writers}.
        {!write &&
          actions.length === 0 &&
          ' Nothing else may write it, so it can’t be edited here.'}
      </p>
      {actions.map((action) => (
        <RunAction key={action.debugLabel} action={action} value={data} store={store} />
      ))}
      {write && data !== undefined && <EditValue name={name} value={data} onSave={write} />}
    </Disclosure>
  );
});

interface SharedValuesProps {
  readonly store: Store;
  readonly records: readonly SharedWrite[];
}

interface Mark {
  /** Time when the mark was set, in milliseconds since 1970. */
  readonly since: number;
  /** Values when the mark was set, by name. */
  readonly values: ReadonlyMap<string, unknown>;
}

const markNow = ({ readings }: State): Mark => ({
  since: Date.now(),
  values: new Map(readings.map(({ shared, value }) => [shared.debugLabel, value])),
});

/** Returns the text that the search looks at: name and contents of a value. */
function textOf({ shared, value }: Reading): string {
  try {
    return `${shared.debugLabel} ${JSON.stringify(value)}`;
  } catch {
    // The value is cyclic, such as a DOM element.
    return shared.debugLabel;
  }
}

const isWritable = (
  shared: Atom<unknown>,
): shared is WritableAtom<unknown, [() => unknown], void> => 'write' in shared;

/** List of the shared values, with a search, and with what has changed since a mark. */
function SharedValues({ store, records }: SharedValuesProps) {
  const state = useValues(store);
  const [mark, setMark] = useState(() => markNow(state));
  const [query, setQuery] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const rows = useMemo(() => {
    const isMatch = createWordFilter(query);
    return state.readings
      .filter((reading) => query === '' || isMatch(textOf(reading)))
      .map((reading) => {
        const name = reading.shared.debugLabel;
        // A remote that was loaded after the mark has no earlier values.
        const before = mark.values.has(name) ? mark.values.get(name) : reading.value;
        return { ...reading, changes: changesBetween(before, reading.value) };
      })
      .filter(({ changes }) => !changedOnly || changes.length > 0);
  }, [state, mark, query, changedOnly]);
  return (
    <section aria-label="Shared values">
      <div className={`${look.row} ${styles.bar}`}>
        <input
          type="search"
          className={`${look.field} ${look.search}`}
          aria-label="Search names and values"
          placeholder="Search names and values"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <Choice isOn={changedOnly} onChange={setChangedOnly}>
          Changed since <span className={look.time}>{describeTime(mark.since)}</span>
        </Choice>
        <SmallButton onClick={() => setMark(markNow(state))}>Mark this moment</SmallButton>
      </div>
      {rows.length === 0 && <p className={look.nothing}>No shared value matches.</p>}
      <div className={look.lines}>
        {rows.map(({ shared, value, changes }) => (
          <ValueRow
            key={shared.debugLabel}
            name={shared.debugLabel}
            value={value}
            changes={changes}
            since={mark.since}
            write={isWritable(shared) ? (next) => void store.set(shared, () => next) : undefined}
            writers={listWriters(shared)}
            actions={actionsOf(shared)}
            store={store}
            // An unused query looks as if it were loading, although no request is pending.
            isUnused={isLoading(value) && value.isPending && !state.isFetching}
            lastWrite={lastWriteOn(shared, records)}
          />
        ))}
      </div>
    </section>
  );
}

const SHOWN_WRITES = 20;

/** Tab with the shared values, live, and who last wrote each. */
export function StateTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, writesAtom } = inspection;
  const writes = useAtomValue(writesAtom, { store });
  const records = useMemo(() => writes.filter(isSharedWrite), [writes]);
  return (
    <div className={`${look.stack} ${look.loose} ${styles.tab}`}>
      <SharedValues store={store} records={records} />
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
      <ServerData store={store} />
      <StoredValues />
    </div>
  );
}
