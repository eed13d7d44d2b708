import type { MockControl } from '@patchwork/mock-server';
import { Button } from '@patchwork/ui';
import { useId, useState } from 'react';
import styles from './Conditions.module.css';

interface SeedFieldProps {
  readonly seed: number;
  readonly change: MockControl['change'];
}

interface Typed {
  readonly text: string;
  /** The one in force since. */
  readonly seed: number;
  readonly errors: readonly string[];
}

/** Six figures: short enough to be told to somebody. */
const newSeed = () => Math.floor(Math.random() * 1_000_000);

/** The number that decides which calls fail. Taken over as it is typed; refused, it stays as text. */
export function SeedField({ seed, change }: SeedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<Typed>({ text: String(seed), seed, errors: [] });
  // Another seed came from elsewhere: a scenario, a link.
  const { text, errors } = typed.seed === seed ? typed : { text: String(seed), errors: [] };
  const type = (next: string) => {
    const wanted = next.trim() === '' ? Number.NaN : Number(next);
    const outcome = change({ seed: wanted });
    if (outcome.ok) setTyped({ text: next, seed: wanted, errors: [] });
    else setTyped({ text: next, seed, errors: outcome.error });
  };
  return (
    <div className={styles.dial}>
      <label htmlFor={id}>Seed of the failures</label>
      <div className={styles.setting}>
        <input
          id={id}
          className={styles.seed}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={errors.length > 0}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => type(target.value)}
        />
        <Button variant="quiet" size="small" onClick={() => type(String(newSeed()))}>
          New seed
        </Button>
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {errors.length > 0 ? (
          <span role="alert" className={styles.error}>
            {errors.join(' ')}
          </span>
        ) : (
          'The same seed and the same calls fail the same way.'
        )}
      </p>
    </div>
  );
}
