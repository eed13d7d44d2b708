import { PageHeading } from '@patchwork/shop/ui';
import dot from './dot.png';
import styles from './Pictures.module.css';
import ring from './ring.svg';

/** Pictures under 4 KiB, which bundlers would inline. */
export function Pictures() {
  return (
    <div className="container">
      <PageHeading>Pictures</PageHeading>
      <img src={dot} alt="A dot" width="16" height="16" />
      <img src={ring} alt="A ring" width="16" height="16" />
      <span className={styles.background}>With a background</span>
    </div>
  );
}
