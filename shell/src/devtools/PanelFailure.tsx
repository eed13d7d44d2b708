import { Button } from '@patchwork/ui';
import { shellRegion } from '../app/region.ts';
import styles from './PanelFailure.module.css';

interface PanelFailureProps {
  readonly reason: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** What stands where the panel would be. The shop behind it goes on. */
export function PanelFailure({ reason, onRetry, onClose }: PanelFailureProps) {
  return (
    <aside className={styles.failure} aria-label="Devtools" {...shellRegion}>
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
