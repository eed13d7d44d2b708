import styles from './Stitch.module.css';

/** The stitched line, the shop's only ornament. It is hidden from screen readers. */
export function Stitch() {
  return <div aria-hidden="true" className={styles.stitch} />;
}
