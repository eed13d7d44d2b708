import { SmallButton } from '../../SmallButton.tsx';
import styles from './History.module.css';
import { type HistoryEntry, summaryOf } from './history-entry.ts';

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

interface HistoryItemProps {
  readonly entry: HistoryEntry;
  readonly onResend: (entry: HistoryEntry) => void;
  readonly onEdit: (entry: HistoryEntry) => void;
}

export function HistoryItem({ entry, onResend, onEdit }: HistoryItemProps) {
  const { method, endpoint } = entry.draft;
  const name = `${method} ${endpoint}`;
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.request}>
          <span className={styles.method}>{method}</span> {endpoint}
        </p>
        <p className={styles.hint}>
          {summaryOf(entry)},{' '}
          <time dateTime={new Date(entry.at).toISOString()}>{timeFormat.format(entry.at)}</time>
        </p>
      </div>
      <div className={styles.actions}>
        <SmallButton aria-label={`Resend ${name}`} onClick={() => onResend(entry)}>
          Resend
        </SmallButton>
        <SmallButton aria-label={`Edit ${name}`} onClick={() => onEdit(entry)}>
          Edit
        </SmallButton>
      </div>
    </li>
  );
}
