import styles from './Stitch.module.css';

/** The stitched line, the house's only ornament. It means nothing, so nobody hears it. */
export function Stitch() {
  return <div aria-hidden="true" className={styles.stitch} />;
}
