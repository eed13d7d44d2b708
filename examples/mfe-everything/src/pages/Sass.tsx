import './plain.scss';
import { PageHeading } from '@patchwork/shop/ui';
import styles from './Sass.module.scss';

export function Sass() {
  return (
    <div className={`container ${styles.box}`}>
      <PageHeading>Sass</PageHeading>
      <p className="plain">A frame</p>
      <b>Dark</b>
    </div>
  );
}
