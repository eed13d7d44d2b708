import { useState } from 'react';
import look from '../../styles.module.css';
import type { ImportForm } from './ImportForm.tsx';
import styles from './RequestTester.module.css';

/** Closed area with the form that imports requests, which is loaded when it is opened. */
export function ImportArea() {
  const [form, setForm] = useState<{ readonly View: typeof ImportForm }>();
  const [hasFailed, setFailed] = useState(false);
  const load = () =>
    import('./ImportForm.tsx').then(
      ({ ImportForm: View }) => setForm({ View }),
      (cause) => {
        console.error(cause);
        setFailed(true);
      },
    );
  return (
    <details className={styles.import} onToggle={() => void load()}>
      <summary className={styles.summary}>Import requests</summary>
      {form && <form.View />}
      {!form && hasFailed && (
        <p role="alert" className={look.error}>
          It can’t be loaded just now. Open it again, or load the page again.
        </p>
      )}
    </details>
  );
}
