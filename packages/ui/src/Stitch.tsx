import styles from './Stitch.module.css';

/** The dashed line between two sections of a page. It marks nothing else, and is hidden from screen readers. */
export function Stitch() {
  return <div aria-hidden="true" className={styles.stitch} />;
}
