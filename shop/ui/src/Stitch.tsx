import styles from './Stitch.module.css';

/** Dashed line between two sections of a page. Use it for nothing else. Hidden from screen readers. */
export function Stitch() {
  return <div aria-hidden="true" className={styles.stitch} />;
}
