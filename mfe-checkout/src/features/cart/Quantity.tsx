import type { LineItem, QuantityChange } from '@patchwork/shop/domain';
import { MinusIcon, PlusIcon } from './icons.tsx';
import styles from './Quantity.module.css';

interface QuantityProps {
  line: LineItem;
  onChange: (change: QuantityChange) => void;
}

/** Minus is never disabled: at quantity 1 it removes the line. */
export function Quantity({ line: { product, quantity }, onChange }: QuantityProps) {
  return (
    <div className={styles.quantity}>
      <button
        type="button"
        aria-label={`Decrease quantity: ${product.title}`}
        onClick={() => onChange('decrement')}
      >
        <MinusIcon />
      </button>
      <output aria-label={`Quantity: ${product.title}`}>{quantity}</output>
      <button
        type="button"
        aria-label={`Increase quantity: ${product.title}`}
        onClick={() => onChange('increment')}
      >
        <PlusIcon />
      </button>
    </div>
  );
}
