import type { Product } from '@patchwork/shop/domain';
import { Slot } from '../slots.ts';
import styles from './BelowShortList.module.css';

/** A list of fewer products leaves the rest of the page empty, even on a phone. */
const FULL = 4;

interface BelowShortListProps {
  readonly slot: 'list-recommendations' | 'wishlist-recommendations';
  readonly products: readonly Product[];
}

/** Recommendations below a list of very few products. The key reads them anew for another list. */
export function BelowShortList({ slot, products }: BelowShortListProps) {
  if (products.length === 0 || products.length >= FULL) return null;
  return (
    <div className={styles.below}>
      <Slot
        key={products.map(({ id }) => id).join()}
        name={slot}
        props={{ products: products.map(({ id, category }) => ({ id, category })) }}
      />
    </div>
  );
}
