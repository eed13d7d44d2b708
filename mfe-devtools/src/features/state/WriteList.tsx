import { describeTime } from '../../measure.ts';
import type { NamedWrite } from './last-write.ts';
import styles from './WriteList.module.css';

const most = 20;

/** The last writes, newest first. */
export function WriteList({ writes }: { readonly writes: readonly NamedWrite[] }) {
  return (
    <section className={styles.list}>
      <h3 className={styles.title}>Last writes</h3>
      {writes.length === 0 ? (
        <p className={styles.none}>Nobody has written a shared value yet.</p>
      ) : (
        <ol className={styles.writes}>
          {writes
            .slice(-most)
            .reverse()
            .map(({ id, verb, by, at }) => (
              <li key={id}>
                <span className={styles.time}>{describeTime(at)}</span> {verb}{' '}
                <span className={styles.none}>by {by}</span>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
