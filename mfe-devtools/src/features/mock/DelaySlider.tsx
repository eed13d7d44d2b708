import type { MockControl } from '@patchwork/mock-server';
import { useId } from 'react';
import { describeDelay } from '../../failures.ts';
import styles from './Conditions.module.css';

interface DelaySliderProps {
  readonly delay: number;
  readonly change: MockControl['changeSettings'];
}

/** How long every response takes. */
export function DelaySlider({ delay, change }: DelaySliderProps) {
  const id = useId();
  return (
    <div className={styles.dial}>
      <label htmlFor={id}>Delay of every response</label>
      <div className={styles.setting}>
        <input
          id={id}
          type="range"
          className={styles.range}
          min={0}
          max={10_000}
          step={100}
          value={delay}
          aria-valuetext={describeDelay(delay)}
          onChange={({ target }) => change({ delay: target.valueAsNumber })}
        />
        <output htmlFor={id} className={styles.value}>
          {describeDelay(delay)}
        </output>
      </div>
    </div>
  );
}
