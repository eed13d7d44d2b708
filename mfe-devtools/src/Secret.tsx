import { useState } from 'react';
import styles from './Secret.module.css';

interface SecretProps {
  /** What it is: 'authorization'. */
  readonly name: string;
  readonly text: string;
}

/** A token or a password: dots until its button is pressed. */
export function Secret({ name, text }: SecretProps) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles.secret}>
      {isShown ? text : <span aria-hidden="true">••••••••</span>}
      <button
        type="button"
        className={styles.show}
        aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  );
}
