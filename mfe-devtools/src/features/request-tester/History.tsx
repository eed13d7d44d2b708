import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import buttons from '../../Buttons.module.css';
import { SmallButton } from '../../controls.tsx';
import field from '../../Field.module.css';
import styles from './History.module.css';
import {
  clearHistoryAtom,
  type HistoryEntry,
  historyAtom,
  historyLength,
  searchHistory,
} from './history.ts';
import { showForm, submitForm } from './RequestForm.tsx';
import { measuresOf } from './response.ts';
import { reuseAtom } from './tester.ts';

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** The requests that were sent from this browser, to send them again or edit them. */
export function History() {
  const entries = useAtomValue(historyAtom);
  const reuse = useSetAtom(reuseAtom);
  const clear = useSetAtom(clearHistoryAtom);
  const [query, setQuery] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const id = useId();
  const found = searchHistory(entries, query);

  const edit = (entry: HistoryEntry) => {
    setMissing(reuse(entry));
    showForm();
  };
  const resend = (entry: HistoryEntry) => {
    let notFilled: readonly string[] = [];
    // The form must show the request before it is submitted.
    flushSync(() => {
      notFilled = reuse(entry);
      setMissing(notFilled);
    });
    if (notFilled.length === 0) submitForm();
    else showForm();
  };
  return (
    <section aria-labelledby={id} className={styles.history}>
      <div className={`${buttons.row} ${styles.head}`}>
        <h2 id={id} tabIndex={-1} className={styles.title}>
          History
        </h2>
        {entries.length > 0 && (
          <SmallButton
            onClick={() => {
              document.getElementById(id)?.focus();
              clear();
            }}
          >
            Delete all
          </SmallButton>
        )}
      </div>
      <p className={styles.hint}>
        The last {historyLength} requests, stored in this browser. Tokens and passwords are not
        stored.
      </p>
      {entries.length > 0 && (
        <input
          type="search"
          aria-label="Search the history"
          placeholder="Search"
          value={query}
          className={`${field.field} ${styles.search}`}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <p role="status" className={styles.notice}>
        {missing.length > 0 &&
          `Not stored with this request: ${missing.join(', ')}. Fill it in, then submit.`}
        {entries.length > 0 && found.length === 0 && 'No request has all of these words.'}
      </p>
      {entries.length === 0 && <p className={styles.hint}>Nothing was sent yet.</p>}
      <ol>
        {found.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} onResend={resend} onEdit={edit} />
        ))}
      </ol>
    </section>
  );
}

interface HistoryItemProps {
  readonly entry: HistoryEntry;
  readonly onResend: (entry: HistoryEntry) => void;
  readonly onEdit: (entry: HistoryEntry) => void;
}

function HistoryItem({ entry, onResend, onEdit }: HistoryItemProps) {
  const { draft, result, duration, size, at } = entry;
  const name = `${draft.method} ${draft.endpoint}`;
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.request}>
          <span className={styles.method}>{draft.method}</span> {draft.endpoint}
        </p>
        <p className={styles.hint}>
          {result}, {measuresOf(duration, size || undefined)},{' '}
          <time dateTime={new Date(at).toISOString()}>{timeFormat.format(at)}</time>
        </p>
      </div>
      <div className={buttons.row}>
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
