import styles from './Progress.module.css';

interface ProgressProps {
  /** What is under way; '' for nothing. */
  text: string;
}

/**
 * Beside the buttons of an address, in room that it always takes: nothing moves when it says something.
 * Hidden from screen readers: the page's one status line announces it.
 */
export const Progress = ({ text }: ProgressProps) => (
  <p aria-hidden="true" className={styles.progress}>
    {text}
  </p>
);
