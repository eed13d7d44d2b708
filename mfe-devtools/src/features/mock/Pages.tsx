import { formatCount } from '../../measure.ts';
import { SmallButton } from '../../SmallButton.tsx';
import styles from './RowList.module.css';

interface PagesProps {
  /** The index of the first row that is shown. */
  readonly first: number;
  readonly size: number;
  readonly total: number;
  readonly onGo: (first: number) => void;
}

/** Which rows of a long list are shown. The buttons are never removed: one may have the focus. */
export function Pages({ first, size, total, onGo }: PagesProps) {
  const last = Math.min(first + size, total);
  const [isFirst, isLast] = [first === 0, last === total];
  return (
    <div className={styles.pages}>
      <p role="status">
        {total === 0 ? 'none' : `${formatCount(first + 1)}–${formatCount(last)}`} of{' '}
        {formatCount(total)}
      </p>
      <SmallButton aria-disabled={isFirst} onClick={() => isFirst || onGo(first - size)}>
        Previous
      </SmallButton>
      <SmallButton aria-disabled={isLast} onClick={() => isLast || onGo(first + size)}>
        Next
      </SmallButton>
    </div>
  );
}
