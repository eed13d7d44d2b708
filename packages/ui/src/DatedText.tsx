import { useSyncExternalStore } from 'react';
import styles from './DatedText.module.css';

interface DatedTextProps {
  children: string;
  /** Returns the end of the text, if it has one today. */
  end: (today: Date) => string | undefined;
  /** The longest end, whose space is reserved. */
  longestEnd: string;
}

const followNothing = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

/**
 * A text whose end depends on today's date. HTML from a server has no end, as the date may be another one where the
 * shopper is. It follows when the page is hydrated, and nothing moves.
 */
export function DatedText({ children, end, longestEnd }: DatedTextProps) {
  const isHydrated = useSyncExternalStore(followNothing, isTrue, isFalse);
  return (
    <span className={styles.dated} data-longest={`${children}${longestEnd}`}>
      <span>
        {children}
        <span>{isHydrated && end(new Date())}</span>
      </span>
    </span>
  );
}
