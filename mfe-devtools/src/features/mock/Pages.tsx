import { formatCount } from '../../measure.ts';
import { SmallButton } from '../../SmallButton.tsx';
import styles from './RowList.module.css';

export const PAGE_SIZE = 25;

interface PagesProps {
  /** Counted from 0. */
  readonly page: number;
  readonly total: number;
  readonly onGo: (page: number) => void;
}

/** Which rows of a long list are shown. The buttons are never removed: one may have the focus. */
export function Pages({ page, total, onGo }: PagesProps) {
  const first = page * PAGE_SIZE;
  const last = Math.min(first + PAGE_SIZE, total);
  const [isFirst, isLast] = [first === 0, last === total];
  return (
    <div className={styles.pages}>
      <p role="status">
        {total === 0 ? 'none' : `${formatCount(first + 1)}–${formatCount(last)}`} of{' '}
        {formatCount(total)}
      </p>
      <SmallButton aria-disabled={isFirst} onClick={() => isFirst || onGo(page - 1)}>
        Previous
      </SmallButton>
      <SmallButton aria-disabled={isLast} onClick={() => isLast || onGo(page + 1)}>
        Next
      </SmallButton>
    </div>
  );
}
