import { Button } from '@patchwork/ui';
import styles from './RowList.module.css';

interface PagesProps {
  /** The place of the first row that is shown, from 0. */
  readonly first: number;
  readonly size: number;
  readonly total: number;
  readonly onGo: (first: number) => void;
}

const count = new Intl.NumberFormat('en-IN');

/** Where in a long list one is, and the way on. The buttons stay, so that the focus has a place. */
export function Pages({ first, size, total, onGo }: PagesProps) {
  const last = Math.min(first + size, total);
  const [isFirst, isLast] = [first === 0, last === total];
  return (
    <div className={styles.pages}>
      <p role="status">
        {total === 0 ? 'none' : `${count.format(first + 1)}–${count.format(last)}`} of{' '}
        {count.format(total)}
      </p>
      <Button
        variant="quiet"
        size="small"
        aria-disabled={isFirst}
        onClick={() => isFirst || onGo(first - size)}
      >
        Previous
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-disabled={isLast}
        onClick={() => isLast || onGo(first + size)}
      >
        Next
      </Button>
    </div>
  );
}
