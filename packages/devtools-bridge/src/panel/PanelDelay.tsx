import type { InspectedShop } from './devtools-context.tsx';
import styles from './PanelFailure.module.css';

/** Shown while a panel that was asked for does not arrive. */
export function PanelDelay({ region }: Pick<InspectedShop, 'region'>) {
  return (
    <aside className={styles.failure} aria-label="Devtools" {...region}>
      <p role="status">This takes longer than usual.</p>
    </aside>
  );
}
