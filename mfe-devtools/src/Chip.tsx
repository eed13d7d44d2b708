import type { ReactNode } from 'react';
import styles from './Chip.module.css';

interface ChipProps {
  readonly tone: 'calm' | 'good' | 'bad' | 'busy';
  readonly children: ReactNode;
}

/** A state in one or two words. */
export function Chip({ tone, children }: ChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}
