import { pathToAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import * as styles from './Page.module.css';

export function Component() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${styles.page}`}>
      <h1>With webpack</h1>
      <p>
        Back to <a href={pathTo('home')}>the home page</a>
      </p>
    </div>
  );
}
