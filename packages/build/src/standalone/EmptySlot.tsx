import styles from './EmptySlot.module.css';

interface EmptySlotProps {
  readonly name: string;
}

/** Stands in a slot that only other remotes fill. */
export const EmptySlot = ({ name }: EmptySlotProps) => (
  <p className={styles.slot}>
    The slot <code>{name}</code>: other remotes fill it in the shop.
  </p>
);
