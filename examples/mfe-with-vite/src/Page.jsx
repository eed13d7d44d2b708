import { pathToAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import { lazy, memo, Suspense } from 'react';
import dot from './dot.png';
import styles from './Page.module.css';

const Details = lazy(async () => ({ default: (await import('./Details.jsx')).Details }));

export const Component = memo(() => {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${styles.page}`}>
      <h1>With Vite</h1>
      <p>
        Back to <a href={pathTo('home')}>the home page</a>
      </p>
      <img src={dot} alt="A dot" width="16" height="16" />
      <Suspense>
        <Details />
      </Suspense>
    </div>
  );
});
