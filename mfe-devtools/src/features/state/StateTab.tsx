import type { Inspection } from '@patchwork/devtools-bridge';
import { queryClientOf } from '@patchwork/state/host';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { describeTime } from '../../measure.ts';
import words from '../../Words.module.css';
import styles from './StateTab.module.css';
import { StoredValues } from './StoredValues.tsx';
import { isActionRecord, lastActionOn, listWriters } from './shared-state.ts';
import { useValues } from './useValues.ts';
import { ValueRow } from './ValueRow.tsx';

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

/** What the pieces of the shop share, live, and who wrote it last. */
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
                <span className={`${words.time} ${styles.time}`}>{describeTime(at)}</span>{' '}
                {atom.debugLabel} <span className={words.soft}>by {by}</span>
              </li>
            ))}
        </ol>
      </section>
      <StoredValues />
    </div>
  );
}
