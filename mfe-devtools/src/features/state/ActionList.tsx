import { describeTime } from '../../measure.ts';
import styles from './ActionList.module.css';
import type { ActionRecord } from './shared-state.ts';

const SHOWN = 20;

/** The last actions, newest first. */
export function ActionList({ records }: { readonly records: readonly ActionRecord[] }) {
  return (
    <section className={styles.list}>
      <h3 className={styles.title}>Last writes</h3>
      {records.length === 0 ? (
        <p className={styles.none}>No shared value was written yet.</p>
      ) : (
        <ol className={styles.writes}>
          {records
            .slice(-SHOWN)
            .reverse()
            .map(({ id, atom, by, at }) => (
              <li key={id}>
                <span className={styles.time}>{describeTime(at)}</span> {atom.debugLabel}{' '}
                <span className={styles.none}>by {by}</span>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
