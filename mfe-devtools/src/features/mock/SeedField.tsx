import type { MockControl } from '@patchwork/mock-server';
import { useId, useState } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import styles from './Conditions.module.css';

interface SeedFieldProps {
  readonly seed: number;
  readonly change: MockControl['changeSettings'];
}

interface Typed {
  readonly text: string;
  /** The seed in force since it was typed. */
  readonly seed: number;
  readonly isRefused: boolean;
}

/** At most six digits: easy to read to another person. */
const newSeed = () => Math.floor(Math.random() * 1_000_000);

/** The number that decides which calls fail. Each valid text is applied at once; others stay as text. */
export function SeedField({ seed, change }: SeedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<Typed>({ text: String(seed), seed, isRefused: false });
  // A scenario or a link may have set another seed.
  const { text, isRefused } =
    typed.seed === seed ? typed : { text: String(seed), isRefused: false };
  const type = (next: string) => {
    const number = next.trim() === '' ? Number.NaN : Number(next);
    const isRefused = !change({ seed: number }).ok;
    setTyped({ text: next, seed: isRefused ? seed : number, isRefused });
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
        <SmallButton onClick={() => type(String(newSeed()))}>New seed</SmallButton>
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
