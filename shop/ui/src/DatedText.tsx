import styles from './DatedText.module.css';
import { useIsHydrated } from './useIsHydrated.ts';

interface DatedTextProps {
  children: string;
  /** Returns the date-dependent end of the text; undefined if today has none. */
  end: (today: Date) => string | undefined;
  /** Longest possible end. Its space is reserved. */
  longestEnd: string;
}

/**
 * A text whose end depends on today's date. Server HTML has no end, because the shopper's date may differ. The end is
 * added after hydration, without a layout shift.
 */
export function DatedText({ children, end, longestEnd }: DatedTextProps) {
  const isHydrated = useIsHydrated();
  return (
    <span className={styles.dated} data-longest={`${children}${longestEnd}`}>
      <span>
        {children}
        <span>{isHydrated && end(new Date())}</span>
      </span>
    </span>
  );
}
