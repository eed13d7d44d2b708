import { Button } from '@patchwork/ui';
import type { InspectedShop } from './devtools-context.ts';
import styles from './PanelFailure.module.css';

interface PanelFailureProps {
  readonly reason: string;
  readonly region: InspectedShop['region'];
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Shown in place of a panel that failed. The shop behind it goes on. */
export function PanelFailure({ reason, region, onRetry, onClose }: PanelFailureProps) {
  return (
    <aside className={styles.failure} aria-label="Devtools" {...region}>
      <div role="alert">
        <p className={styles.title}>Devtools can’t be opened just now</p>
        <p>{reason} The shop goes on.</p>
      </div>
      <div className={styles.actions}>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </aside>
  );
}

/** Shown while a panel that was asked for does not arrive. */
export const PanelDelay = ({ region }: Pick<InspectedShop, 'region'>) => (
  <aside className={styles.failure} aria-label="Devtools" {...region}>
    <p role="status">This takes longer than usual.</p>
  </aside>
);
