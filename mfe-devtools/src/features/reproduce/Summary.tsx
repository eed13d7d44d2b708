import styles from './Summary.module.css';
import type { SummaryEntry } from './summary.ts';

interface SummaryProps {
  readonly entries: readonly SummaryEntry[];
}

/** What a link holds, in words. */
export function Summary({ entries }: SummaryProps) {
  return (
    <dl className={styles.summary}>
      {entries.map(({ term, lines }) => (
        <div key={term} className={styles.entry}>
          <dt className={styles.term}>{term}</dt>
          {lines.map((line) => (
            <dd key={line} className={styles.line}>
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
