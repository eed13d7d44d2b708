import { useId } from 'react';
import styles from './ResponsePanel.module.css';

/** What a server answered: nothing, as long as nothing was asked. */
export function ResponsePanel() {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.panel}>
      <h2 id={headingId} className={styles.title}>
        Response
      </h2>
      <p className={styles.empty}>Response is undefined.</p>
    </section>
  );
}
