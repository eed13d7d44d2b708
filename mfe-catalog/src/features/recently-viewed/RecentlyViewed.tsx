import { pathToAtom } from '@patchwork/shop';
import { passFocusToHeading } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { CoveringLink } from '../../CoveringLink.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import row from '../../product/ProductRow.module.css';
import { forgetViewedAtom, recentlyViewedAtom } from '../../state/recently-viewed.ts';
import styles from './RecentlyViewed.module.css';

const COUNT = 6;

interface RecentlyViewedProps {
  /** Id of the product whose page is open. */
  readonly except?: string | undefined;
}

/**
 * A row of the products that were viewed last in this browser; nothing if there are none. For the end of a page: HTML
 * from a server has no row, as only the browser knows them.
 */
export function RecentlyViewed({ except }: RecentlyViewedProps) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  const viewed = useAtomValue(recentlyViewedAtom).filter(({ id }) => id !== except);
  const forget = useSetAtom(forgetViewedAtom);
  const pathTo = useAtomValue(pathToAtom);
  if (!isMounted || viewed.length === 0) return null;
  return (
    <section className={styles.viewed} aria-labelledby="recently-viewed">
      <div className={styles.top}>
        <h2 id="recently-viewed" className={row.heading}>
          Recently viewed
        </h2>
        <button
          ref={passFocusToHeading}
          type="button"
          className={styles.clear}
          aria-describedby="recently-viewed"
          onClick={() => forget()}
        >
          Clear
        </button>
      </div>
      <ul className={row.row}>
        {viewed.slice(0, COUNT).map(({ id, title, image }) => (
          <li key={id} className={styles.card}>
            <div className={row.picture}>
              <ProductImage src={image} />
            </div>
            <h3 className={row.title}>
              <CoveringLink to={pathTo('product', { productId: id })}>{title}</CoveringLink>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
