import type { MockControl } from '@patchwork/mock-server';
import { useId, useState } from 'react';
import field from '../../Field.module.css';
import { SmallButton } from '../../SmallButton.tsx';
import words from '../../Words.module.css';
import styles from './Conditions.module.css';

interface SeedFieldProps {
  readonly seed: number;
  readonly change: MockControl['changeSettings'];
}

/** At most six digits: easy to read to another person. */
const newSeed = () => Math.floor(Math.random() * 1_000_000);

/** The number that decides which calls fail. A valid one is applied at once. */
export function SeedField({ seed, change }: SeedFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState<{ text: string; seed: number }>();
  // A scenario or a link may have set another seed since.
  const isRefused = refused?.seed === seed;
  const type = (text: string) => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    setRefused(change({ seed: number }).ok ? undefined : { text, seed });
  };
  return (
    <div className={styles.dial}>
      <label htmlFor={id}>Seed of the failures</label>
      <div className={styles.setting}>
        <input
          id={id}
          className={`${field.field} ${styles.seed}`}
          inputMode="numeric"
          autoComplete="off"
          value={isRefused ? refused.text : seed}
          aria-invalid={isRefused}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => type(target.value)}
        />
        <SmallButton onClick={() => type(String(newSeed()))}>New seed</SmallButton>
      </div>
      <p id={`${id}-hint`} className={words.soft}>
        {isRefused ? (
          <span role="alert" className={words.bad}>
            A seed is a whole number from 0 to 4,294,967,295.
          </span>
        ) : (
          'The same seed and the same calls fail the same way.'
        )}
      </p>
    </div>
  );
}
