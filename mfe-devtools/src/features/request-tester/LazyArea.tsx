import { type ComponentType, useState } from 'react';
import look from '../../styles.module.css';
import styles from './RequestTester.module.css';

interface LazyAreaProps {
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
}

/** Closed area whose content is loaded when it is opened. */
export function LazyArea({ title, load }: LazyAreaProps) {
  const [content, setContent] = useState<{ readonly View: ComponentType }>();
  const [hasFailed, setFailed] = useState(false);
  const open = () =>
    load().then(
      (View) => setContent({ View }),
      (cause) => {
        console.error(cause);
        setFailed(true);
      },
    );
  return (
    <details className={styles.import} onToggle={() => void open()}>
      <summary className={styles.summary}>{title}</summary>
      {content && <content.View />}
      {!content && hasFailed && (
        <p role="alert" className={look.error}>
          It can’t be loaded just now. Open it again, or load the page again.
        </p>
      )}
    </details>
  );
}
