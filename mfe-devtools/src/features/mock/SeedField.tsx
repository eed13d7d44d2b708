import type { MockControl } from '@patchwork/mock-server';
import { Button } from '@patchwork/ui';
import { useId, useState } from 'react';
import styles from './Conditions.module.css';

interface SeedFieldProps {
  readonly seed: number;
  readonly change: MockControl['changeSettings'];
}

interface Typed {
  readonly text: string;
  /** The one in force since. */
  readonly seed: number;
  readonly isRefused: boolean;
}

/** Six figures: short enough to be told to somebody. */
const newSeed = () => Math.floor(Math.random() * 1_000_000);

/** The number that decides which calls fail. Taken over as it is typed; refused, it stays as text. */
export function SeedField({ seed, change }: SeedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<Typed>({ text: String(seed), seed, isRefused: false });
  // Another seed came from elsewhere: a scenario, a link.
  const { text, isRefused } =
    typed.seed === seed ? typed : { text: String(seed), isRefused: false };
  const type = (next: string) => {
    const wanted = next.trim() === '' ? Number.NaN : Number(next);
    const isRefused = !change({ seed: wanted }).ok;
    setTyped({ text: next, seed: isRefused ? seed : wanted, isRefused });
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
          aria-invalid={isRefused}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => type(target.value)}
        />
        <Button variant="quiet" size="small" onClick={() => type(String(newSeed()))}>
          New seed
        </Button>
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {isRefused ? (
          <span role="alert" className={styles.error}>
            A seed is a whole number from 0 to 4,294,967,295.
          </span>
        ) : (
          'The same seed and the same calls fail the same way.'
        )}
      </p>
    </div>
  );
}
