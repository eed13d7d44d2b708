import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { SmallButton } from '../../controls.tsx';
import { hideInAddress } from '../../secrets.ts';
import look from '../../styles.module.css';
import { clearHistoryAtom, type HistoryEntry, historyAtom, historyLength } from './history.ts';
import { showForm, submitForm } from './RequestForm.tsx';
import styles from './RequestTester.module.css';
import { measuresOf } from './response.ts';
import { reuseAtom } from './tester.ts';

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** Requests that were sent from this browser, with buttons to resend or edit them. */
export function History() {
  const entries = useAtomValue(historyAtom);
  const reuse = useSetAtom(reuseAtom);
  const clear = useSetAtom(clearHistoryAtom);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const id = useId();

  const edit = (entry: HistoryEntry) => {
    setMissing(reuse(entry));
    showForm();
  };
  const resend = (entry: HistoryEntry) => {
    let notFilled: readonly string[] = [];
    // The form must contain the request before it is submitted.
    flushSync(() => {
      notFilled = reuse(entry);
      setMissing(notFilled);
    });
    if (notFilled.length === 0) submitForm();
    else showForm();
  };
  return (
    <section aria-labelledby={id} className={look.stack}>
      <div className={`${look.row} ${look.apart}`}>
        <h2 id={id} tabIndex={-1} className={styles.heading}>
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
      <p className={look.hint}>
        The last {historyLength} requests, stored in this browser without what is named as a secret
        (token, password, API key …).
      </p>
      <p role="status" className={look.warning}>
        {missing.length > 0 &&
          `Not stored with this request: ${missing.join(', ')}. Fill it in, then submit.`}
      </p>
      {entries.length === 0 && <p className={look.hint}>Nothing was sent yet.</p>}
      <ol>
        {entries.map((entry) => (
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
  // Until a reload, an entry has its secrets, which a shared screen must not show.
  const endpoint = hideInAddress(draft.endpoint);
  const name = `${draft.method} ${endpoint}`;
  return (
    <li className={`${look.row} ${look.entry} ${styles.sent}`}>
      <div>
        <p>
          <strong>{draft.method}</strong> {endpoint}
        </p>
        <p className={look.hint}>
          {result}, {measuresOf(duration, size || undefined)},{' '}
          <time dateTime={new Date(at).toISOString()}>{timeFormat.format(at)}</time>
        </p>
      </div>
      <div className={look.row}>
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
